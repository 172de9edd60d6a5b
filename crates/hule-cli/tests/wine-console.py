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
    """Runs a program on a console, and presses Ctrl-C as soon as it is ready for that. Returns its status and what was shown."""
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
    program = [str(puppet), f"lock={lock.name}", "sleep=1000"]
    stress = [str(hule), "stress", "--limit", "600", "--lang", "en", "--", *program]
    status, shown = on_console(stress, lock.exists)
    expect(status == 4, f"stress ends with {status} by Ctrl-C", shown)
    expect("stoppedbeforetherewasaverdict" in plain(shown), "stress does not say that it was stopped", shown)
    commands = [file.read_bytes() for file in pathlib.Path("/proc").glob("[0-9]*/cmdline") if file.exists()]
    expect(not any(b"puppet" in command and b"sleep=1000" in command for command in commands), "the program is left", shown)

    os.chdir(folder)
    os.environ.pop("NO_COLOR", None)
    status, shown = on_console(["cmd", "/c", f"chcp 936 & {hule.name} --lang zh rules R9"])
    print(repr(shown))


with tempfile.TemporaryDirectory(prefix="hule-console-") as place:
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(place))
