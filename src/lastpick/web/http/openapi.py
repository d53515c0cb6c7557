"""The OpenAPI document, made from the routes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from ... import __version__
from .reading import Value
from .route import Answers, Route

_COMPONENTS = "#/components/schemas/"


def document(routes: Iterable[Route]) -> dict[str, Any]:
    """All routes that are described, as data."""
    described = [route for route in routes if route.answers]
    schemas = _schemas(described)
    paths: dict[str, dict[str, Any]] = {}
    for route in described:
        for method in route.methods:
            paths.setdefault(route.path, {})[method.lower()] = _operation(route, method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lastpick",
            "description": "Two-player number games in which whoever cannot pick loses.",
            "version": __version__,
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _operation(route: Route, method: str) -> dict[str, Any]:
    name = route.function.__name__
    told: dict[str, Any] = {
        "summary": name.replace("_", " ").title(),
        "description": route.function.__doc__,
        "operationId": re.sub(r"\W", "_", f"{name}{route.path}") + f"_{method.lower()}",
    }
    parameters = [
        *(_parameter(value, "path") for value in route.reads.path),
        *(_parameter(value, "query") for value in route.reads.query),
    ]
    if parameters:
        told["parameters"] = parameters
    if route.reads.body:
        told["requestBody"] = {"required": True, "content": _content(route.reads.body[1])}
    told["responses"] = {
        str(route.status): {
            "description": "Successful Response",
            "content": _content(route.answers),
        },
        **{
            str(code): {"description": HTTPStatus(code).phrase, "content": _content(model)}
            for code, model in route.refusals.items()
        },
    }
    return told


def _parameter(value: Value, place: str) -> dict[str, Any]:
    schema = value.type.json_schema() | {"title": value.name.replace("_", " ").title()}
    if value.default is not None:
        schema["default"] = value.default
    return {"name": value.name, "in": place, "required": place == "path", "schema": schema}


def _content(answers: Answers) -> dict[str, Any]:
    if isinstance(answers, str):
        return {answers: {}}
    return {"application/json": {"schema": {"$ref": f"{_COMPONENTS}{_title(answers)}"}}}


# --- components: each model under its title -------------------------------------------------


def _title(model: Any) -> str:
    return str(model.model_config.get("title") or model.__name__)


def _schemas(routes: list[Route]) -> dict[str, Any]:
    models: set[tuple[type[BaseModel], JsonSchemaMode]] = set()
    for route in routes:
        if route.reads.body:
            models.add((route.reads.body[1], "validation"))
        for answered in (route.answers, *route.refusals.values()):
            if isinstance(answered, type):
                models.add((answered, "serialization"))
    ordered = sorted(models, key=lambda found: (found[0].__name__, found[1]))
    _, found = models_json_schema(ordered, ref_template=f"{_COMPONENTS}{{model}}")
    named = {f"{_COMPONENTS}{key}": schema["title"] for key, schema in found["$defs"].items()}
    if len(set(named.values())) < len(named):
        raise ValueError(f"two models have one title: {sorted(named.values())}")
    components = {schema["title"]: _plain(schema, named) for schema in found["$defs"].values()}
    return dict(sorted(components.items()))


def _plain(schema: Any, named: dict[str, str]) -> Any:
    """A schema that refers to others by their titles, and says nothing of a default of null."""
    if isinstance(schema, list):
        return [_plain(part, named) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: f"{_COMPONENTS}{named[part]}" if key == "$ref" else _plain(part, named)
        for key, part in schema.items()
        if not (key == "default" and part is None)
    }
