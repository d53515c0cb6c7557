#!/bin/sh
# Install what the tests need besides Python packages: Chromium, Firefox, PostgreSQL, libfaketime,
# nginx, and shells.
# Where that cannot be done, say which tests will be left out; they skip with the same words.
set -u

missing=""
command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 ||
    missing="chromium"
command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 ||
    missing="$missing firefox-esr"
command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
    missing="$missing postgresql"
ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1 || missing="$missing faketime"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
command -v openssl >/dev/null 2>&1 || missing="$missing openssl"
for shell in zsh fish; do
    command -v $shell >/dev/null 2>&1 || missing="$missing $shell"
done
[ -z "$missing" ] && exit 0

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if command -v apt-get >/dev/null 2>&1 && $as_root true 2>/dev/null; then
    echo "Installing for the tests:$(echo " $missing" | tr -s ' ') ..."
    # The tests start a PostgreSQL of their own; Debian need not start another one.
    if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
        $as_root mkdir -p /etc/postgresql-common
        echo "create_main_cluster = false" |
            $as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
    fi
    # Nor another nginx, which would take port 80.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' | $as_root tee $policy >/dev/null
        $as_root chmod +x $policy
        trap '$as_root rm -f $policy' EXIT
    fi
    $as_root apt-get update -qq >/dev/null 2>&1
    # shellcheck disable=SC2086 - the names are words
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
        $missing fonts-dejavu-core >/dev/null 2>&1 && exit 0
fi
for name in $missing; do
    case $name in
    chromium) tests="the browser tests" ;;
    firefox-esr) tests="the tests with Firefox" ;;
    faketime) tests="the tests on wrong dates" ;;
    nginx-light | openssl) tests="the tests behind nginx" ;;
    zsh | fish) tests="the completion of $name" ;;
    *) tests="the tests with PostgreSQL" ;;
    esac
    echo "Left out: $tests, because $name is not installed and could not be." >&2
done
