"""Measures of speed, each as a ratio to a reference in the same run: `make bench`."""
