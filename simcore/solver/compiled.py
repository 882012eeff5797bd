"""The decorators of the kernels of solver and engine: see ``simcore.kernels``."""

from simcore.kernels import inlined, kernel

__all__ = ["inlined", "kernel"]
