"""Attack a server and print what others notice: of this checkout or, with ``--command``, of another one."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.server.attacks.catalogue import ATTACKS
from tests.server.attacks.measuring import measure
from tests.server.running import COMMAND, ServerProcess


def main() -> None:
    """One server for each attack, one after another."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.attacks", description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"of: {', '.join(ATTACKS)}; all by default")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--command", type=Path, action="append", help="a nouvelle-france to be attacked; repeatable")
    asked = parser.parse_args()
    print(f"{'':22} {'waits, ms':>15} {'for bots, ms':>15} {'memory':>8}")
    print(f"{'':22} {'median':>6} {'most':>8} {'median':>6} {'most':>8} {'MiB':>8}")
    for name in asked.attacks or ATTACKS:
        for command in asked.command or [COMMAND]:
            with tempfile.TemporaryDirectory() as folder:
                server = ServerProcess(f"sqlite:///{folder}/tables.sqlite3", Path(folder), command=command)
                server.start()
                assert server.process is not None
                found = ATTACKS[name]
                try:
                    noticed = measure(
                        server.url, server.process.pid, found.attack, asked.seconds, with_bots=found.with_bots
                    ).line()
                except Exception as error:
                    noticed = f"others gave up: {error!r}"
                finally:
                    server.kill()
            print(f"{name:22} {noticed}   {command.parts[-4] if asked.command else ''}", flush=True)


if __name__ == "__main__":
    main()
