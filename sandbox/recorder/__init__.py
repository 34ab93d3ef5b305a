"""Running a module so that the values of its expressions are recorded, and it does what it did.

The source is rewritten as a syntax tree: calls of *hooks* are put around expressions and between
statements.  Results, exceptions and their lines, order of evaluation and output stay as they were.
What code can tell, if it looks: hooks are frames above its own while they run; code objects are
longer and hold the hooks as constants (``dis``, ``co_consts``, ``sys.settrace``; they cannot be
marshalled); the recursion limit is met one or two calls sooner; an array of which parts are set has
one reference more until the statement or the loop is over (``sys.getrefcount``,
``ndarray.resize``); all takes longer, and memory for what is recorded.  Source, line numbers and
the frames of tracebacks are the code's own.
"""

from sandbox.recorder.instrument import Instrumented, NotInstrumented, instrument
from sandbox.recorder.recording import Recording

__all__ = ["Instrumented", "NotInstrumented", "Recording", "instrument"]
