"""Symmetry: streams and resources that fare alike are found, so that one of each class is enough."""
