"""Slurm's description of a network for its scheduler: ``topology.conf`` and ``topology.yaml``.

``conf`` and ``yaml_form`` read the two spellings to one ``plan``, ``hostlists`` expands lists of names,
``fabric`` makes the survey of the plan.
"""

from simcore.formats.slurm.fabric import SLURM

__all__ = ["SLURM"]
