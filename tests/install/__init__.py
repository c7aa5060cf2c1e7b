"""What is installed: wheel and source distribution, where there is no checkout."""
