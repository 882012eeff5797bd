"""What the three documents share: strict frozen models and the words for ids."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

# No "/" and no white space: "/" separates a device from its port in an address.
Id = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\s/]+$")]
Name = Annotated[str, StringConstraints(max_length=200)]
# "leaf-1/p3": device id, "/", port name.
PortAddress = Annotated[str, StringConstraints(min_length=3, max_length=401, pattern=r"^[^\s/]+/[^\s/]+$")]


class DocumentModel(BaseModel):
    """A part of a document: frozen, unknown keys refused, no NaN and no infinity."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
