"""Keeping a server: its configuration, its place below a path, the proxies and units it runs with."""
