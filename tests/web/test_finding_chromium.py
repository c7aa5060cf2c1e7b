"""Where the browser comes from on a new machine, by what Debian and Ubuntu say of their packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installing import asks_for_snap, holds_program
from tests.web.browser import look_for

# Shortened. Older ones need libsnappy, which is no snap.
DEBIAN_12 = """\
Package: chromium
Version: 156.0.8078.79-1~deb12u1
Installed-Size: 290242
Maintainer: Debian Chromium Team <chromium@packages.debian.org>
Architecture: amd64
Provides: gnome-www-browser, www-browser
Depends: libasound2 (>= 1.0.17), libatk-bridge2.0-0 (>= 2.5.3), libsnappy1v5 (>= 1.1.9), libx11-6, \
libgtk-3-0 | xdg-desktop-portal-backend, chromium-common (= 156.0.8078.79-1~deb12u1)
Suggests: chromium-l10n, chromium-shell, chromium-driver
Description: web browser
Description-md5: 3a7ed4512cf49e4fe53b4490bcc1060b
Section: web
Priority: optional

Package: chromium
Version: 150.0.7871.100-1~deb12u1
Description: web browser
"""

UBUNTU_22 = """\
Package: chromium-browser
Architecture: amd64
Version: 1:85.0.4183.83-0ubuntu2.22.04.1
Priority: optional
Section: universe/web
Origin: Ubuntu
Installed-Size: 165
Pre-Depends: debconf, snapd
Depends: debconf (>= 0.5) | debconf-2.0
Description-en: Transitional package - chromium-browser -> chromium snap
 This is a transitional dummy package. It can safely be removed.
 .
 chromium-browser is now replaced by the chromium snap.
"""

UBUNTU_24 = UBUNTU_22.replace("1:85.0.4183.83-0ubuntu2.22.04.1", "2:1snap1-0ubuntu2")

STUB = """\
#!/bin/sh
if ! [ -x /snap/bin/chromium ]; then
    echo "Command '$0' requires the chromium snap to be installed." >&2
    exit 1
fi
exec /snap/bin/chromium "$@"
"""


@pytest.mark.parametrize(
    ("package", "shown", "holds"),
    [
        ("chromium", DEBIAN_12, True),
        ("chromium", "", False),  # on Ubuntu it is a name only, and nothing is shown
        ("chromium-browser", UBUNTU_22, False),
        ("chromium-browser", UBUNTU_24, False),
        ("chromium", UBUNTU_24, False),
        # Each sign by itself is enough.
        ("chromium", "Package: chromium\nVersion: 2:1snap1-0ubuntu2\n", False),
        ("chromium", "Package: chromium\nVersion: 85.0\nPre-Depends: debconf, snapd\n", False),
        ("chromium", "Package: chromium\nVersion: 85.0\nDescription-en: web browser\n Brings the snap.\n", False),
    ],
)
def test_a_package_that_only_asks_for_a_snap_is_no_browser(package: str, shown: str, holds: bool) -> None:
    assert holds_program(package, shown) == holds


def program(file: Path, text: str) -> Path:
    """A program in a folder of its own."""
    file.parent.mkdir()
    file.write_text(text)
    file.chmod(0o755)
    return file


def test_a_snap_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub = program(tmp_path / "stub" / "chromium", STUB)
    real = program(tmp_path / "real" / "chromium-browser", "#!/bin/sh\nexec /usr/lib/chromium/chromium\n")
    own = tmp_path / "own" / "chrome"
    linked = tmp_path / "chromium"  # as all programs of snaps are
    linked.symlink_to(program(tmp_path / "usr" / "snap", "ELF"))
    assert [asks_for_snap(it) for it in (stub, linked, real)] == [True, True, False]
    names = ("chromium", "chromium-browser")
    monkeypatch.setenv("PATH", f"{stub.parent}:{tmp_path}")
    assert look_for(names, own) is None
    program(own, "ELF")
    assert look_for(names, own) == own
    monkeypatch.setenv("PATH", f"{stub.parent}:{real.parent}")
    assert look_for(names, own) == real
