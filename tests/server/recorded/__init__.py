"""Databases of earlier versions of this program, as `backup` wrote them. Every later version re-plays them."""
