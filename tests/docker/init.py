"""What an engine's ``init: true`` puts first: starts a program, passes signals on to it, reaps
whoever is left behind, and ends as the program does.

    init.py PROGRAM [ARGUMENT...]

Standard library only.
"""

from __future__ import annotations

import os
import signal
import sys

_PASSED_ON = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main(command: list[str]) -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, _PASSED_ON)
    program = os.fork()
    if program == 0:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
        os.execvp(command[0], command)
    for number in _PASSED_ON:
        signal.signal(number, lambda number, _: os.kill(program, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
    while True:
        process, status = os.wait()
        if process == program:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
