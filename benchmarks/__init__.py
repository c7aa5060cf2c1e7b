"""Measurements. `make bench` runs them; docs/benchmarks.md keeps the last honest figures."""
