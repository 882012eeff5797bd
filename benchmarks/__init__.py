"""What the project is held to, measured: ``python -m benchmarks`` prints each figure beside its bar."""
