"""Sharing work out over processes or machines, for whoever plays many games."""
