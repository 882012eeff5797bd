"""Serves the studio on a socket that the parent has bound: ``python -m studio.embedded.web <descriptor>``."""

import gc
import socket
import sys

import uvicorn

from simcore.simulate import warm_up_checks


def serve(descriptor: int) -> None:
    """Answer HTTP and websockets until told to stop."""
    listening = socket.socket(fileno=descriptor)
    warm_up_checks()
    gc.collect()
    gc.freeze()  # what is there for good is no longer looked through, so that garbage is found sooner
    config = uvicorn.Config(
        "studio.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=2**16,  # what a viewer says is an acknowledgement
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
