"""Attacks on a real server, with its memory and others' delay measured: ``python -m tests.server.attacks``."""
