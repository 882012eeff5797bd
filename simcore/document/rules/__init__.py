"""What the checks look for, one module a subject; ``checks.RULES`` lists them all."""
