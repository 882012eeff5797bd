"""Collectives, each compiled to streams."""
