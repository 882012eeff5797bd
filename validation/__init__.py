"""The validation catalogue, as far as the engine is held to it: ``python -m validation`` computes it anew."""
