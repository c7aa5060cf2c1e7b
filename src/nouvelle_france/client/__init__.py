"""A small typed client: REST calls, and one socket that reconnects by itself after a lost connection."""

from nouvelle_france.client.client import Client
from nouvelle_france.client.refused import RefusedError
from nouvelle_france.client.socket import OpenTable, Socket

__all__ = ["Client", "OpenTable", "RefusedError", "Socket"]
