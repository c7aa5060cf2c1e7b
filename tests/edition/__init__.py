"""The edition file: what it holds, and what is said when it is wrong."""
