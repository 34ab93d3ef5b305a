# ruff: noqa: E501 -- one line for each module.
"""Imports modules of the standard library anew, runs their doctests and exercises them, in a process
of its own: ``python -m tests.unit.sandbox.recorder.standard_library plain|recorded``.

Prints JSON: for each module what came of it.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType

from sandbox.protocol import TraceLimits
from sandbox.recorder import Recording, instrument

WORKOUTS = {
    "_pydecimal": "[str(m.Decimal(i) / 7 ** i) for i in range(9)]",
    "_pydatetime": "None",
    "_strptime": "m._strptime('2026-03-04 05:06', '%Y-%m-%d %H:%M')[0][:5]",
    "_weakrefset": "len(m.WeakSet([int, str]))",
    "abc": "sorted(m.ABC.__dict__)",
    "argparse": "m.ArgumentParser(prog='p').parse_args([])",
    "ast": "m.unparse(m.parse('def f(x=1, *a):\\n  return [i+1 for i in a if i] or -x**2'))",
    "base64": "[m.b85encode(b'hello world'), m.b32decode(m.b32encode(b'abc')), m.a85encode(b'zz')]",
    "bisect": "[m.bisect([1, 3, 5], i) for i in range(7)]",
    "calendar": "m.TextCalendar().formatyear(2026)",
    "cmd": "m.Cmd().columnize(['a', 'b', 'c'])",
    "code": "m.InteractiveInterpreter({}).runsource('1 +')",
    "codeop": "[m.compile_command(s) is None for s in ('if 1:', 'x = 1')]",
    "collections": "[m.Counter('abracadabra').most_common(2), m.ChainMap({1: 2}, {3: 4})[3], "
    "m.namedtuple('P', 'x y')(1, 2)._replace(x=3), m.UserString('ab') + 'c']",
    "colorsys": "[m.rgb_to_hls(.1, .5, .7), m.hsv_to_rgb(.3, .4, .5), m.rgb_to_yiq(.1, .2, .3)]",
    "configparser": "(lambda c: (c.read_string('[a]\\nx = %(y)s!\\ny = 2'), c['a']['x']))"
    "(m.ConfigParser())",
    "contextlib": "[m.nullcontext(3).__enter__(), m.suppress(KeyError).__exit__(KeyError, 1, None)]",
    "copy": "m.deepcopy({'a': [1, (2, [3])]})",
    "csv": "m.Sniffer().sniff('a;b\\n1;2\\n').delimiter",
    "dataclasses": "[m.make_dataclass('D', ['x', ('y', int, 3)], order=True)(1) for _ in 'a']",
    "difflib": "[*m.ndiff(['one', 'two'], ['one', 'tree']), "
    "m.SequenceMatcher(None, 'abcd', 'bcde').ratio(), m.get_close_matches('appel', ['ape', 'apple'])]",
    "doctest": "len(m.DocTestParser().parse('>>> 1 + 1\\n2\\n'))",
    "enum": "[m.Flag('F', 'A B')(3), list(m.Enum('E', ['X', 'Y']))]",
    "filecmp": "m.cmp(m.__file__, m.__file__)",
    "fnmatch": "[m.translate('a*[!b]?.py'), m.filter(['ab', 'b'], 'a*')]",
    "fractions": "[m.Fraction('3.14') ** 2 / 7, m.Fraction(1.1).limit_denominator(99)]",
    "functools": "[m.reduce(lambda a, b: a * b, range(1, 6)), m.partial(int, base=2)('101')]",
    "genericpath": "m.commonprefix(['abc', 'abd'])",
    "getopt": "m.gnu_getopt(['-a', 'x', '--b=1', 'y'], 'a', ['b='])",
    "glob": "m.glob('/dev/nul[l]')",
    "gettext": "m.c2py('n%10==1 && n%100!=11 ? 0 : 1')(21)",
    "graphlib": "[*m.TopologicalSorter({1: [2, 3], 2: [3]}).static_order()]",
    "hashlib": "m.new('sha256', b'a').hexdigest()",
    "heapq": "[m.nsmallest(3, [5, 1, 4, 2]), list(m.merge([1, 4], [2, 3])), m.nlargest(2, 'abc')]",
    "hmac": "m.new(b'k', b'm', 'sha1').hexdigest()",
    "html": "[m.escape('<a&b>'), m.unescape('&lt;&eacute;&#x41;')]",
    "html.parser": "(lambda p: (p.feed('<a b=c>x</a>'), p.get_starttag_text()))(m.HTMLParser())",
    "http.cookies": "m.SimpleCookie('a=1; b=\"x y\"').output()",
    "inspect": "[str(m.signature(m.getmro)), m.cleandoc('a\\n  b')]",
    "ipaddress": "[*m.ip_network('10.0.0.0/29').hosts(), m.ip_address('::1').exploded, "
    "*m.summarize_address_range(m.ip_address('1.1.1.0'), m.ip_address('1.1.1.9'))]",
    "json.decoder": 'm.JSONDecoder().decode(\'{"a": [1, 2.5, null, "\\\\u00e9"]}\')',
    "json.encoder": "''.join(m.JSONEncoder(indent=1).iterencode({'a': [1, 2.5, None, 'é']}))",
    "keyword": "m.iskeyword('for')",
    "linecache": "m.getline(m.__file__, 1)",
    "locale": "m.format_string('%d %.2f', (1234, 5.5), grouping=True)",
    "mimetypes": "m.MimeTypes().guess_type('a.tar.gz')",
    "numbers": "m.Integral.__mro__",
    "opcode": "len(m.opmap)",
    "operator": "[m.itemgetter(1, 2)('abc'), m.attrgetter('real')(5), m.indexOf('abc', 'c')]",
    "pickletools": "m.optimize(b'\\x80\\x04K\\x01.')",
    "posixpath": "[m.normpath('/a/../b//c'), m.relpath('/a/b', '/a/c'), m.splitext('x.tar.gz')]",
    "pprint": "m.pformat({'k' * 20: list(range(40)), 'z': {1: ('a',) * 30}}, width=40)",
    "quopri": "m.encodestring(b'caf\\xc3\\xa9 = x')",
    "random": "(lambda r: [r.random(), r.sample(range(99), 5), r.gauss(0, 1), r.choices('ab', k=3), "
    "r.betavariate(2, 3), r.shuffle([1, 2])])(m.Random(7))",
    "reprlib": "m.repr([list(range(99)), 'x' * 99, {i: i for i in range(9)}])",
    "rlcompleter": "m.Completer({'abc': 1}).complete('ab', 0)",
    "sched": "m.scheduler(lambda: 0, lambda x: None).empty()",
    "selectors": "m.EVENT_READ | m.EVENT_WRITE",
    "shlex": "[m.split('a \"b c\" d\\\\ e'), m.quote(\"it's\"), list(m.shlex('x=1 # c'))]",
    "signal": "m.Signals(2).name",
    "sre_parse": "None",
    "statistics": "[m.mean([1, 2, 3.5]), m.stdev([1, 2, 4]), m.quantiles(range(20)), "
    "m.NormalDist(1, 2).cdf(0.3), m.linear_regression([1, 2, 3], [2, 4, 7]), m.mode('aab'), "
    "m.fmean([1.5, 2]), m.geometric_mean([1, 4]), m.pvariance([1, 2, 3])]",
    "string": "[m.Template('$a ${b}').substitute(a=1, b=2), m.capwords('a bc'), "
    "m.Formatter().vformat('{0[1]} {x.real:>4}', ([1, 2],), {'x': 5})]",
    "stringprep": "m.in_table_a1('x')",
    "tabnanny": "m.format_witnesses([(1, 2)])",
    "tempfile": "m.template",
    "textwrap": "[m.fill('the quick brown fox ' * 5, 30), m.dedent('  a\\n   b'), "
    "m.shorten('a b c d e', 7)]",
    "timeit": "m.reindent('a\\nb', 4)",
    "token": "m.tok_name[1]",
    "tokenize": "[t.string for t in m.generate_tokens(iter(['x = f(1)\\n', '']).__next__)]",
    "traceback": "m.format_exception_only(ValueError, ValueError('x'))",
    "types": "[m.SimpleNamespace(a=1), m.new_class('C', (int,)).__mro__[1]]",
    "typing": "[m.Optional[int], m.get_type_hints(m.NamedTuple('N', [('x', int)]))]",
    "urllib.parse": "[m.urlparse('http://u:p@h:80/a;b?c=d#e'), m.quote('a b/é'), "
    "m.urljoin('http://a/b/c', '../d'), m.parse_qs('a=1&a=2&b=')]",
    "uuid": "[m.UUID(int=5).hex, m.uuid5(m.NAMESPACE_DNS, 'x')]",
    "warnings": "m.formatwarning('m', UserWarning, 'f', 1, 'l')",
    "weakref": "len(m.WeakValueDictionary())",
    "xml.etree.ElementPath": "len(list(m.xpath_tokenizer('./a[@b=\"c\"]/d')))",
    "zipapp": "m._maybe_open.__name__",
}
"""Name, and an expression in which ``m`` is the module."""

_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


def main(kind: str) -> None:
    """Print what comes of all modules that this version of Python has."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        found = {name: _outcome(name, kind) for name in WORKOUTS if _origin(name)}
    json.dump({**found, "said": [said.getvalue()]}, sys.stdout)


def _origin(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    origin = spec.origin if spec is not None else None
    return Path(origin) if origin and origin.endswith(".py") else None


def _outcome(name: str, kind: str) -> list[str]:
    origin = _origin(name)
    assert origin is not None
    source = origin.read_text("utf-8")
    code = compile(source, str(origin), "exec", dont_inherit=True)
    if kind == "recorded":
        code = Recording(instrument(source, str(origin)), TraceLimits()).code
    with _imported(name, origin, code) as module:
        try:
            worked = repr(eval(WORKOUTS[name], {"m": module}))  # noqa: S307 -- written above
        except Exception as error:
            worked = f"{type(error).__name__}: {error}"
        names = sorted(f"{key}: {type(value).__name__}" for key, value in vars(module).items())
        tested = _doctests(module)
    return [_ADDRESS.sub("0x", text) for text in [worked, str(names), *tested]]


@contextlib.contextmanager
def _imported(name: str, origin: Path, code: CodeType) -> Iterator[ModuleType]:
    """A second copy of the module, which stands for the first meanwhile."""
    module = ModuleType(name)
    module.__file__, module.__package__ = str(origin), name.rpartition(".")[0]
    if origin.name == "__init__.py":
        module.__package__, module.__path__ = name, [str(origin.parent)]
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(code, vars(module))
        yield module
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before


def _doctests(module: ModuleType) -> list[str]:
    said = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(module, module.__name__):
        runner.run(test, out=said.write)
    return [f"{runner.tries} tried, {runner.failures} failed", said.getvalue()]


if __name__ == "__main__":
    main(sys.argv[1])
