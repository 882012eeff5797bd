"""Routing: which links a flow takes. Arrays in, arrays out; no documents, no traffic."""
