"""Traffic: everything that moves over a fabric, compiled to streams."""
