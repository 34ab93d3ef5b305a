"""Attacks on the machine's time and memory, and on what it must read: each is stopped at its own
limit.
"""

from __future__ import annotations

from sandbox.protocol import Limits, RunStatus

from .attack import (
    CPU,
    IDLE,
    MIB,
    QUICK,
    WAITING,
    Attack,
    Outcome,
    fails,
    raises,
    returns,
    runs_out_of_memory,
    stopped,
)

TIGHT = Limits(wall_seconds=100.0, cpu_seconds=20.0, memory_bytes=48 * MIB)
SMALL = Limits(output_bytes=1000, result_bytes=MIB)
OUT_OF_MEMORY = runs_out_of_memory()
ARRAY = runs_out_of_memory("numpy._core._exceptions._ArrayMemoryError")
OUTPUT = stopped(RunStatus.OUTPUT_LIMIT)
TOO_LARGE = Outcome(RunStatus.RESULT_LIMIT)
UNTRANSPORTED = returns("<list>")
ENOMEM = runs_out_of_memory("OSError")


def memory(
    name: str, program: str, outcome: Outcome = OUT_OF_MEMORY, control: str | None = None
) -> Attack:
    return Attack(name, program, outcome, limits=TIGHT, control=control)


WORK = "end = time.process_time() + {seconds}\nwhile time.process_time() < end:\n    pass\n"
FOREVER = "while True:\n    pass\n"


def busy(name: str, program: str, outcome: Outcome = CPU) -> Attack:
    return Attack(name, program, outcome, limits=QUICK)


def idle(name: str, program: str) -> Attack:
    return Attack(name, program, IDLE, limits=WAITING)


def flood(name: str, program: str, outcome: Outcome = OUTPUT) -> Attack:
    return Attack(name, program, outcome, limits=SMALL)


ATTACKS = (
    memory("bytearray", "bytearray(100 << 20)", control="returns"),
    memory("array", "np.ones(100 << 17)", ARRAY, "returns"),
    memory("array of nothing yet", "np.empty(1 << 40)", ARRAY),
    memory("many arrays", "x = []\nwhile True:\n    x.append(np.ones(1 << 17))", ARRAY),
    memory("list", "x = []\nwhile True:\n    x.append(None)"),
    memory("lists in lists", "x = []\nwhile True:\n    x = [x, x.copy()]"),
    memory("dictionary", "x = {}\nwhile True:\n    x[len(x)] = None"),
    memory("text", "x = 'x'\nwhile True:\n    x += x"),
    memory("large integer", "x = 1 << 10**10"),
    memory("repetition", "[0] * 10**9"),
    memory("outer product", "x = np.arange(1e4)\nreturn np.outer(x, x)", ARRAY),
    memory("sparse text", "'{:>999999999}'.format(1)"),
    memory(
        "compressed bomb",
        "import zlib\nz = zlib.compress(bytes(10**7))\nx = [zlib.decompress(z) for _ in range(10)]",
    ),
    memory(
        "caught again and again",
        """
        x, caught = [], 0
        while caught < 100:
            try:
                x.append(bytearray(1 << 20))
            except MemoryError:
                caught += 1
        return caught
        """,
        returns(100),
    ),
    memory("shared memory without a name", "mmap.mmap(-1, 300 << 20)", ENOMEM, "returns"),
    memory(
        "many shared mappings", "x = []\nwhile True:\n    x.append(mmap.mmap(-1, 1 << 20))", ENOMEM
    ),
    memory(
        "memory of the C library",
        "x = LIBC.malloc\nx.restype = ctypes.c_void_p\nreturn x(ctypes.c_size_t(1 << 30))",
        returns(None),
    ),
    memory("break", "return LIBC.sbrk(1 << 30)", returns(-1)),
    Attack("descriptors", "x = []\nwhile True:\n    x.append(os.dup(1))", fails(24)),
    Attack("a hundred descriptors", "return len([os.dup(1) for _ in range(100)])", fails(24)),
    Attack(
        "dump of a crash",
        """
        import contextlib, resource
        with contextlib.suppress(ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
        os.chdir(target['folder'])
        ctypes.string_at(0)
        """,
        fails(1),
    ),
    Attack("high descriptor", "os.dup2(1, 1000)", fails(9), control="returns"),
    Attack("recursion", "def g():\n    return g()\nreturn g()", raises("RecursionError")),
    Attack(
        "recursion of a list",
        "x = []\nfor _ in range(10**5):\n    x = [x]\nreturn repr(x)",
        raises("RecursionError"),
    ),
    busy("loop", "while True:\n    pass"),
    busy("work for a while", WORK.format(seconds=0.5)),
    busy("work for long", WORK.format(seconds=3)),
    busy("loop in C", "return 7 ** (7 ** 10) % 3"),
    busy("loop in NumPy", "x = np.ones((300, 300))\nwhile True:\n    x = x @ x * 0"),
    busy("loop in sum", "return sum(range(10**12))"),
    busy(
        "loop that catches everything",
        """
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        """,
    ),
    busy(
        "loop with every signal ignored",
        "for n in {*range(1, 32)} - {9, 19}:\n    signal.signal(n, signal.SIG_IGN)\n" + FOREVER,
    ),
    busy(
        "loop with every signal blocked",
        "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True:\n    pass",
    ),
    busy("loop of system calls", "while True:\n    os.getppid()"),
    Attack("loop while the module loads", "pass", CPU, limits=QUICK, before=FOREVER),
    busy("regular expression", "import re\nre.match('(a*)*b', 'a' * 60)"),
    busy("hash collisions", "x = {}\nfor n in range(10**6):\n    x[n * (2**61 - 1)] = n"),
    busy("digits", "sys.set_int_max_str_digits(0)\nreturn len(str(3 ** 10**7))"),
    busy(
        "sorting",
        """
        class Key:
            def __lt__(self, other):
                while True:
                    pass
        sorted([Key(), Key()])
        """,
    ),
    busy(
        "loop in __del__",
        "class R:\n    def __del__(self):\n        while True:\n            pass\nR()",
    ),
    busy(
        "loop in __str__",
        """
        class E(Exception):
            def __str__(self):
                while True:
                    pass
        raise E
        """,
    ),
    Attack("nested too deeply", "eval('(' * 1000 + ')' * 1000)", raises("SyntaxError")),
    Attack(
        "sum of many terms",
        "compile('+'.join('1' * 10**5), 'x', 'eval')",
        raises("RecursionError"),
    ),
    idle("sleep", "time.sleep(1000)"),
    idle("sleep for a second", "time.sleep(1)"),
    idle("sleep in the C library", "LIBC.sleep(1000)"),
    idle("wait for nothing", "import select\nselect.select([], [], [])"),
    idle("poll its own output", "import select\np = select.poll()\np.register(1, 0)\np.poll()"),
    idle("lock itself out", "import threading\nx = threading.Lock()\nx.acquire()\nx.acquire()"),
    idle(
        "wait on a condition", "import threading\nc = threading.Condition()\nc.acquire()\nc.wait()"
    ),
    idle("wait on a queue", "import queue\nqueue.Queue().get()"),
    Attack("read from nobody", "return input()", raises("EOFError")),
    flood("prints", "while True:\n    print('abcdefgh')"),
    flood("errors", "while True:\n    print('abcdefgh', file=sys.stderr)"),
    flood("raw output", "while True:\n    os.write(2, b'x' * 65536)"),
    flood("one long line", "print('x' * 10**7)"),
    flood("output of zeros", "os.write(1, bytes(10**6))"),
    flood(
        "warnings",
        "import warnings\nwarnings.simplefilter('always')\nwhile True:\n    warnings.warn('x')",
    ),
    flood(
        "result of bytes",
        "os.write(3, b'\\xff' * 8)\nwhile True:\n    os.write(3, bytes(65536))",
        stopped(RunStatus.RESULT_LIMIT),
    ),
    flood(
        "results without end",
        "while True:\n    os.write(3, bytes(65536))",
        Outcome(RunStatus.MALFORMED_RESULT),
    ),
    flood(
        "a long answer",
        """
        length = 1 << 22
        os.write(3, struct.pack('<Q', length))
        for _ in range(length >> 16):
            os.write(3, bytes(1 << 16))
        os._exit(0)
        """,
        stopped(RunStatus.RESULT_LIMIT),
    ),
    flood("large result", "return np.zeros(2 << 17)", TOO_LARGE),
    flood("large result of nothing", "return np.broadcast_to(1.0, (10**6, 10**6))", TOO_LARGE),
    flood("large text", "return 'x' * 2 * 10**6", returns("<str>")),
    flood("large texts", "return ['x' * 10**6] * 2", TOO_LARGE),
    flood("many values", "return [0] * 10**5", UNTRANSPORTED),
    flood(
        "one list many times",
        "x = [0]\nfor _ in range(10):\n    x = [x] * 100\nreturn x",
        UNTRANSPORTED,
    ),
    flood("list in itself", "x = []\nx.append(x)\nreturn x", UNTRANSPORTED),
    flood("deep list", "x = 0\nfor _ in range(1000):\n    x = [x]\nreturn x", UNTRANSPORTED),
    flood("integer of many bits", "return 1 << 10**6", returns("<int>")),
    flood(
        "array of no size", "return np.zeros((2**60, 0))", raises("ValueError", "array is too big")
    ),
    flood(
        "message of a megabyte", "raise ValueError('x' * 10**6)", raises("ValueError", "x" * 4000)
    ),
    flood(
        "message of no text", "raise ValueError('\\ud800\\x00')", raises("ValueError", "?\ufffd")
    ),
    flood(
        "type of a long name",
        "raise type('E' * 10**5, (Exception,), {})",
        raises("solution." + "E" * 191),
    ),
)
