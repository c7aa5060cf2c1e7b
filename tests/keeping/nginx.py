"""A real nginx with our recipe before a server."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.installing import install
from tests.server.databases import free_port

RECIPE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
START_S = 30

AROUND = """\
daemon off;
pid {folder}/pid;
error_log stderr;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {recipe};
}}
"""


def find_nginx() -> str:
    """The program. On a new Debian machine it is installed as a last resort."""
    found = _look()
    if not found:
        # Only the program: without this link the package would also start a web server for all the world.
        unit = "/etc/systemd/system/nginx.service"
        install("nginx", ["sh", "-c", f"[ -e {unit} ] || {{ mkdir -p $(dirname {unit}) && ln -s /dev/null {unit}; }}"])
        found = _look()
    assert found, "nginx was installed, but its program is not where it should be"
    return found


def _look() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def recipe_for(port: int, upstream: int, *, takes_off: bool) -> str:
    """The recipe without certificates, for these ports; ``takes_off``: it passes on what is behind its path alone."""
    text = RECIPE.read_text(encoding="utf-8")
    for pattern, put in (
        (r"listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        (r"server_name example\.org;", "server_name _;"),
        (r"    ssl_certificate .*\n    ssl_certificate_key .*\n", ""),
        (r"server 127\.0\.0\.1:8608;", f"server 127.0.0.1:{upstream};"),
        (r"proxy_pass http://nouvelle_france;", f"proxy_pass http://nouvelle_france{'/' if takes_off else ''};"),
    ):
        text, count = re.subn(pattern, put, text)
        assert count == 1, pattern
    return text


@contextmanager
def nginx_before(upstream: int, folder: Path, *, takes_off: bool = False) -> Iterator[str]:
    """nginx before a server on a port of this machine; its address."""
    port = free_port()
    recipe, around, log = folder / "recipe.conf", folder / "nginx.conf", folder / "nginx.log"
    recipe.write_text(recipe_for(port, upstream, takes_off=takes_off), encoding="utf-8")
    around.write_text(AROUND.format(folder=folder, recipe=recipe), encoding="utf-8")
    with log.open("wb") as said:
        process = subprocess.Popen([find_nginx(), "-p", str(folder), "-c", str(around)], stdout=said, stderr=said)
    try:
        until = time.monotonic() + START_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(START_S)
