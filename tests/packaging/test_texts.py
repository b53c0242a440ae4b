#!/usr/bin/env python3
"""Manual pages and completions, which are made from the help texts: every command has one, and the shells complete. Usage: test_texts.py PROGRAM"""
import os
import pathlib
import pty
import select
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv.pop()).resolve()
PACKAGING = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging"
sys.path.insert(0, str(PACKAGING))
import help_texts  # noqa: E402

# Words of a command line, of which the last is completed; words that must be offered; words that must not.
CASES = [
    (["tr"], ["trace", "trajectory"], ["run"]),
    (["trace", "transp"], ["transpose"], ["reduction"]),
    (["trace", "transpose", "ti"], ["tiled", "tiled_copy"], ["naive"]),
    (["--lesson", "nb"], ["nbody"], ["transpose"]),
    (["--lesson", "nbody", "--variant", "pa"], ["packed"], ["tiled"]),
    (["check", "reduction", "--set", "n"], ["n="], []),
    (["run", "--com"], ["--compiler"], ["--grid"]),
    (["run", "--compiler", ""], ["auto", "nvrtc", "nvcc"], []),
    (["figure", "ba"], ["banks", "bars"], ["sectors"]),
    (["figure", "banks", "transp"], ["transpose"], []),
    (["web", "-o", "fol"], ["folder"], ["folder.txt"]),
    (["run", "ker"], ["kernels.cu"], []),
]
BASH = """
. "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_warpstage
printf '%s\\n' "${COMPREPLY[@]}"
"""


class Texts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        for script, place in (("make_man_pages.py", "man"), ("make_completions.py", "completions")):
            subprocess.run([sys.executable, PACKAGING / script, PROGRAM, cls.folder / place], check=True)
        (cls.folder / "folder").mkdir()
        (cls.folder / "folder.txt").touch()
        (cls.folder / "kernels.cu").touch()
        cls.environment = os.environ | {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(cls.folder), "LC_ALL": "C.UTF-8"}
        cls.commands = [command.name for command in help_texts.commands_of(PROGRAM)[1:]]

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def output_of(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=True).stdout

    def check(self, shell, complete):
        for words, offered, others in CASES:
            with self.subTest(shell=shell, words=words):
                found = [word.strip().rstrip("/") for word in complete(words)]
                for word in offered:
                    self.assertIn(word, found)
                for word in others:
                    self.assertNotIn(word, found)

    def test_every_command_has_a_page_with_its_options(self):
        pages = {file.name for file in (self.folder / "man").iterdir()}
        self.assertEqual({"warpstage.1"} | {f"warpstage-{command}.1" for command in self.commands}, pages)
        for command in help_texts.commands_of(PROGRAM):
            text = (self.folder / "man" / f"{'-'.join(['warpstage', command.name]).rstrip('-')}.1").read_text(encoding="utf-8")
            for option in command.options + command.arguments:
                for name in option.names:
                    self.assertIn(name.replace("-", "\\-"), text, command.name)

    def test_pages_have_a_name_for_apropos(self):
        for page in (self.folder / "man").iterdir():
            lines = page.read_text(encoding="utf-8").splitlines()
            self.assertRegex(lines[lines.index(".SH NAME") + 1], r"^warpstage(\\-[a-z]+)* \\- \S")

    def test_every_command_is_in_every_completion(self):
        for name in ("warpstage.bash", "_warpstage", "warpstage.fish"):
            text = (self.folder / "completions" / name).read_text(encoding="utf-8")
            for command in self.commands:
                self.assertRegex(text, rf"(?m)[ '|]{command}[ ':|)]", name)

    def test_bash(self):
        script = self.folder / "complete.bash"
        script.write_text(BASH, encoding="utf-8")
        self.check("bash", lambda words: self.output_of(
            "bash", script, self.folder / "completions" / "warpstage.bash", "warpstage", *words).splitlines())

    def test_fish(self):
        source = f"source {self.folder / 'completions' / 'warpstage.fish'}"
        self.check("fish", lambda words: [line.split("\t")[0] for line in self.output_of(
            "fish", "--no-config", "-c", f"{source}; complete -C 'warpstage {' '.join(words)}'").splitlines()])

    def test_zsh(self):
        """In a terminal: Tab completes what is unique, and the completed line is then printed instead of being run."""
        unique = [(words, offered[0]) for words, offered, _ in CASES if len(offered) == 1]
        self.assertGreater(len(unique), 5)
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"], self.environment | {"TERM": "dumb"})
        output = ""

        def send(text):
            os.write(terminal, text.encode())

        def wait_for(text):
            nonlocal output
            end = time.monotonic() + 20
            while text not in output and time.monotonic() < end:
                if select.select([terminal], [], [], 1)[0]:
                    output += os.read(terminal, 1 << 16).decode(errors="replace")
            self.assertIn(text, output)
            output = output.split(text, 1)[1]

        send(f"fpath=({self.folder / 'completions'} $fpath); autoload -Uz compinit; compinit -u -D; setopt no_beep; print rea''dy\n")
        wait_for("ready\r\n")
        for words, expected in unique:
            with self.subTest(shell="zsh", words=words):
                # Ctrl+A: to the start of the line.
                send(f"warpstage {' '.join(words)}\t\x01print -r -- 'done: '\n")
                wait_for("\ndone: warpstage " + " ".join([*words[:-1], expected]))
        send("exit\n")
        os.waitpid(child, 0)
        os.close(terminal)


if __name__ == "__main__":
    unittest.main()
