"""Attacks on processes: to have more than one, and to touch others."""

from __future__ import annotations

from .attack import EAGAIN, ENOSYS, EPERM, Attack, forbidden, raises, returns

NO_THREAD = raises("RuntimeError", "can't start new thread")

ATTACKS = (
    Attack(
        "fork",
        "pid = os.fork()\nif not pid:\n    os._exit(0)\nreturn os.waitpid(pid, 0)",
        EAGAIN,
        control="returns",
    ),
    Attack("fork bomb", "while True:\n    os.fork()", EAGAIN),
    Attack("raw clone", "return system_call('clone', 17, 0, 0, 0, 0)", EAGAIN),
    Attack("raw clone of a thread", "system_call('clone', 0x10900, 0, 0, 0, 0)", EAGAIN),
    Attack("raw clone with new namespaces", "system_call('clone', 0x10000011, 0, 0, 0, 0)", EAGAIN),
    Attack("clone3", "system_call('clone3', bytes(88), 88)", ENOSYS),
    Attack(
        "thread",
        "import _thread\n_thread.start_new_thread(print, ())",
        NO_THREAD,
        control="returns",
    ),
    Attack(
        "threading.Thread",
        "import threading\nthreading.Thread(target=print).start()",
        NO_THREAD,
        control="returns",
    ),
    Attack("timer thread", "import threading\nthreading.Timer(0, print).start()", NO_THREAD),
    Attack(
        "posix_spawn",
        "return os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)",
        EAGAIN,
        control="returns",
    ),
    Attack(
        "system",
        "status = call('system', b'true')\nif status:\n    raise OSError(status)",
        raises("OSError", "32512"),
        control="returns",
    ),
    Attack(
        "subprocess",
        "import subprocess\nreturn subprocess.run(['/bin/true']).returncode",
        EPERM,
        control="returns",
    ),
    Attack("popen", "os.popen('id').read()", EPERM, control="returns"),
    Attack(
        "run a program with its owner's rights",
        "os.execv(target['program'], ['cat', target['private']])",
        forbidden("execve"),
    ),
    Attack("execve", "os.execv('/bin/true', ['true'])", forbidden("execve"), control="exits 0"),
    Attack(
        "execve of python", "os.execv('/usr/bin/python3', ['python3', '-V'])", forbidden("execve")
    ),
    Attack("fexecve", "os.execve(0, ['x'], {})", forbidden("execveat")),
    Attack("execveat", "system_call('execveat', 0, b'', 0, 0, 0x1000)", forbidden("execveat")),
    Attack("program in memory", "os.memfd_create(MARK)", EPERM, control="returns"),
    Attack("new session", "os.setsid()", EPERM, control="returns"),
    Attack("new process group", "os.setpgid(0, 0)", EPERM, control="returns"),
    Attack("kill everyone", "os.kill(-1, 9)", EPERM),
    Attack("kill the parent", "os.kill(os.getppid(), 9)", EPERM),
    Attack("kill the own group", "os.killpg(0, 9)", EPERM),
    Attack("kill the bystander", "os.kill(target['process'], 9)", EPERM),
    Attack(
        "look for neighbours",
        """
        for process in {*range(1, 100)} - {os.getpid()}:
            try:
                os.kill(process, 0)
                return 'found'
            except OSError:
                pass
        """,
        returns(None),
    ),
    Attack("stop the bystander", "os.kill(target['process'], 19)", EPERM),
    Attack("ask for the bystander", "os.kill(target['process'], 0)", EPERM, control="returns"),
    Attack("queue a signal to the bystander", "call('sigqueue', target['process'], 15, 0)", EPERM),
    Attack("kill the grader", "os.kill(target['grader'], 9)", EPERM),
    Attack("kill itself", "os.kill(os.getpid(), 9)", EPERM, control="signal 9"),
    Attack("stop itself", "signal.raise_signal(signal.SIGSTOP)", EPERM),
    Attack(
        "kill the own thread",
        "import threading\nsignal.pthread_kill(threading.get_ident(), 9)",
        EPERM,
        control="signal 9",
    ),
    Attack("handle on the bystander", "os.pidfd_open(target['process'])", EPERM, control="returns"),
    Attack("signal by handle", "signal.pidfd_send_signal(0, 9)", EPERM),
    Attack(
        "descriptor of another", "system_call('pidfd_getfd', 3, 0, 0)", forbidden("pidfd_getfd")
    ),
    Attack("trace me", "call('ptrace', 0, 0, 0, 0)", forbidden("ptrace")),
    Attack(
        "trace the bystander", "call('ptrace', 16, target['process'], 0, 0)", forbidden("ptrace")
    ),
    Attack(
        "read the bystander's memory",
        "call('process_vm_readv', target['process'], 0, 0, 0, 0, 0)",
        forbidden("process_vm_readv"),
        control="returns",
    ),
    Attack(
        "write the grader's memory",
        "call('process_vm_writev', target['grader'], 0, 0, 0, 0, 0)",
        forbidden("process_vm_writev"),
    ),
    Attack(
        "advise another's memory",
        "system_call('process_madvise', 0, 0, 0, 0, 0)",
        forbidden("process_madvise"),
    ),
    Attack(
        "compare with the grader",
        "system_call('kcmp', 1, target['grader'], 0, 0, 0)",
        forbidden("kcmp"),
    ),
    Attack("become root", "os.setuid(0)", EPERM, control="raises"),
    Attack("become root by three ids", "os.setresuid(0, 0, 0)", EPERM, control="raises"),
    Attack("group of root", "os.setgid(0)", EPERM, control="raises"),
    Attack("more groups", "os.setgroups([0])", EPERM, control="raises"),
    Attack("priority", "os.nice(-1)", EPERM, control="raises"),
    Attack("lower priority", "os.nice(1)", EPERM, control="returns"),
    Attack("real-time scheduling", "os.sched_setscheduler(0, 1, os.sched_param(1))", EPERM),
    Attack("processor of its own", "os.sched_setaffinity(0, {0})", EPERM, control="returns"),
    Attack("wait for a child", "os.waitpid(-1, 0)", EPERM, control="raises"),
    Attack("be reaper", "call('prctl', 36, 1, 0, 0, 0)", EPERM, control="returns"),
    Attack("outlive the parent", "call('prctl', 1, 0, 0, 0, 0)", EPERM, control="returns"),
    Attack("be dumpable", "call('prctl', 4, 1, 0, 0, 0)", EPERM, control="returns"),
    Attack(
        "alarm",
        "signal.setitimer(signal.ITIMER_REAL, 1)",
        raises("signal.itimer_error", "[Errno 1]"),
        control="returns",
    ),
)
