"""Judging positions and moves in plain Python: what the compiled core does (``core/judging``), move for move.

It needs the standard library alone, so that levels that do not search can play at once where nothing is compiled yet,
and in a browser. Sums are added up in the same order as in the core: the same numbers come out, to the last bit.
"""
