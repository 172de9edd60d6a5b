"""What only a console shows: Ctrl-C, Chinese on code page 936, and colours. Wine takes a terminal for a console.

Usage: python3 wine-console.py FOLDER, with hule.exe and examples/puppet.exe in the folder.
"""

import os
import pathlib
import pty
import re
import select
import sys
import tempfile
import time

WINE = "/usr/lib/wine/wine64"
PATIENCE = 120


def on_console(arguments, is_ready=None):
    """Runs a program on a console, and presses Ctrl-C when it is ready for that. Returns its status and what was shown."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execv(WINE, [WINE, *arguments])
    shown, started, pressed = b"", time.monotonic(), None
    while time.monotonic() - started < PATIENCE:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 1 << 16)
            except OSError:  # the end of a terminal
                break
        # Until the handler is there, a key would be lost or end the program.
        if is_ready and is_ready() and (pressed is None or time.monotonic() - pressed > 5):
            os.write(terminal, b"\x03")
            pressed = time.monotonic()
    else:
        sys.exit(f"{arguments} did not end within {PATIENCE} s:\n{shown.decode(errors='replace')}")
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return status, shown.decode()


def plain(shown):
    """The letters of what was shown, without colours, movements and white space."""
    return re.sub(r"\x1b\][^\x07]*\x07|\x1b\[[0-9;?]*[a-zA-Z]|\s", "", shown)


def is_running(program, argument):
    """Whether a process runs this program with this argument."""
    for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = file.read_text(errors="replace")
        except OSError:  # It has ended.
            continue
        if program in command and argument in command and "stress" not in command:
            return True
    return False


def expect(is_so, what, shown):
    if not is_so:
        sys.exit(f"{what}:\n{shown!r}")


def main(folder, place):
    hule, puppet = folder / "hule.exe", folder / "examples" / "puppet.exe"
    os.chdir(place)

    # A batch writes logs as it goes on, so it is at work when there are some.
    def has_logs():
        return any(file.stat().st_size > 0 for file in place.iterdir())

    batch = [str(hule), "batch", "-n", "1000000000", "-j", "1", "--logs", "logs", "--lang", "en"]
    status, shown = on_console(batch, has_logs)
    expect(status == 0 and "Games0to" in plain(shown), f"a batch ends with {status} by Ctrl-C", shown)
    expect((place / "logs").exists(), "its logs are not there", shown)

    # A program that locks a file runs.
    lock = place / "lock"
    program = [str(puppet), f"lock={lock}", "sleep=1000"]
    stress = [str(hule), "stress", "--limit", "600", "--lang", "en", "--", *program]
    was_running = False

    def runs():
        nonlocal was_running
        was_running = was_running or is_running(puppet.name, str(lock))
        return lock.exists()

    status, shown = on_console(stress, runs)
    expect(was_running, "the program never ran", shown)
    expect(status == 4, f"stress ends with {status} by Ctrl-C", shown)
    expect("stoppedbeforetherewasaverdict" in plain(shown), "stress does not say that it was stopped", shown)
    expect(not is_running(puppet.name, str(lock)), "the program is left", shown)

    os.chdir(folder)
    os.environ.pop("NO_COLOR", None)
    status, shown = on_console(["cmd", "/c", f"chcp 936 & {hule.name} --lang zh rules R9"])
    expect(status == 0 and "936" in shown, f"the code page is not set: {status}", shown)
    expect("只有下家能吃" in plain(shown), "Chinese is garbled", shown)
    expect("\x1b[1mR9" in shown, "the title is not bold", shown)


with tempfile.TemporaryDirectory(prefix="hule-console-") as place:
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(place))
