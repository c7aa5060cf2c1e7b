"""The rules over flat arrays, compiled by Numba: whole games in microseconds, many at once."""
