"""A real nginx with TLS before a server, with the configuration that the operator's page gives."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from .serving import left_out
from .visitor import PATIENCE, Visitor

FILES = Path(__file__).parents[2] / "examples" / "operating"
NAME = "play.example.org"  # as the files have it
_FOLDER = f"/etc/letsencrypt/live/{NAME}"

_MAIN = """
daemon off; worker_processes 1; pid {0}/nginx.pid; error_log {0}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off; include {0}/site.conf;
    client_body_temp_path {0}/body; proxy_temp_path {0}/proxy;
    fastcgi_temp_path {0}/fastcgi; uwsgi_temp_path {0}/uwsgi; scgi_temp_path {0}/scgi;
}}
"""


class Nginx:
    """Where it listens, on loopback, until the block ends."""

    def __init__(self, folder: Path, port: int, port_6: int) -> None:
        self.folder = folder
        self.port = port
        self.port_6 = port_6

    def client(self, source: str = "127.0.0.1") -> Client:
        """A visitor from an address of this machine."""
        there = f"[::1]:{self.port_6}" if ":" in source else f"127.0.0.1:{self.port}"
        return Client(f"https://{there}", source, str(self.folder / "fullchain.pem"))


class Client(Visitor):
    """A visitor who comes by TLS, checks the certificate, and calls the server by its name."""

    def __init__(self, url: str, source: str, certificate: str) -> None:
        super().__init__(url)
        self.http.close()
        trust = ssl.create_default_context(cafile=certificate)
        headers = {"host": NAME, "origin": f"https://{NAME}", "connection": "close"}
        self.http = httpx.Client(
            base_url=url, timeout=PATIENCE, headers=headers, trust_env=False,
            transport=httpx.HTTPTransport(verify=trust, local_address=source),
            event_hooks={"request": [_by_name]},
        )  # fmt: skip


def _by_name(request: httpx.Request) -> None:
    request.extensions["sni_hostname"] = NAME


@contextmanager
def nginx(folder: Path, server: str, changes: Mapping[str, str] | None = None) -> Iterator[Nginx]:
    """An nginx before the server at this address; `changes` of its configuration, if any."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if not program or not shutil.which("openssl"):
        left_out("nginx", "install it with: apt-get install nginx-light openssl")
        return
    folder.mkdir()
    with ExitStack() as stack:
        # Bound here and inherited, as from an older nginx: no port is free and then taken.
        plain, tls = (stack.enter_context(_listening("127.0.0.1")) for _ in range(2))
        tls_6 = stack.enter_context(_listening("::1"))
        port, port_6 = tls.getsockname()[1], tls_6.getsockname()[1]
        filled = {
            "listen 80;": f"listen 127.0.0.1:{plain.getsockname()[1]};",
            "listen [::]:80;": "",
            "listen 443 ": f"listen 127.0.0.1:{port} ",
            "listen [::]:443 ": f"listen [::1]:{port_6} ",
            _FOLDER: str(folder),
            "127.0.0.1:8000": server.removeprefix("http://"),
            **(changes or {}),
        }
        (folder / "site.conf").write_text(_replaced((FILES / "nginx.conf").read_text(), filled))
        (folder / "main.conf").write_text(_MAIN.format(folder))
        _make_certificate(folder)
        inherited = [listening.fileno() for listening in (plain, tls, tls_6)]
        child = subprocess.Popen(
            [program, "-c", str(folder / "main.conf")],
            env={**os.environ, "NGINX": "".join(f"{number};" for number in inherited)},
            pass_fds=inherited, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        stack.callback(_end, child)
        yield Nginx(folder, port, port_6)


def _listening(host: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, 0), family=family)
    listening.setblocking(False)  # as nginx expects it
    return listening


def _end(child: subprocess.Popen[Any]) -> None:
    child.terminate()
    child.wait(PATIENCE)


def _replaced(text: str, filled: Mapping[str, str]) -> str:
    for old, new in filled.items():
        assert old in text, f"the configuration has no {old}"
        text = text.replace(old, new)
    return text


def _make_certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-nodes", "-days", "2", "-newkey", "ec",
         "-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
