"""A second implementation of the rules, written from the specification alone, to check the engine against."""
