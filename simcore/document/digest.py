"""The digest of a document: the same content gives the same sixty-four hex digits, however it was written."""

import hashlib
import json

from simcore.document.common import DocumentModel


def canonical_json(document: DocumentModel) -> bytes:
    """Return the document as JSON with sorted keys, defaults written out and no white space, in UTF-8."""
    content = document.model_dump(mode="json")
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(document: DocumentModel) -> str:
    """Return the SHA-256 of the canonical JSON, in hex."""
    return hashlib.sha256(canonical_json(document)).hexdigest()
