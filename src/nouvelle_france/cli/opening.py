"""Opening the page in the browser."""

from __future__ import annotations

import webbrowser
from threading import Timer


def open_soon(url: str) -> None:
    """Open the page once the server listens; a request that comes earlier waits in the socket's backlog."""
    timer = Timer(1.0, webbrowser.open, [url])
    timer.daemon = True
    timer.start()
