#!/usr/bin/env python3
"""The single-file program: unpacked once, removed when it is old, and not misled by what it finds. Usage: test_single_file.py LAUNCHER"""
import concurrent.futures
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

LAUNCHER = pathlib.Path(sys.argv.pop()).resolve()
MAKE = pathlib.Path(__file__).resolve().parent.parent.parent / "packaging" / "make_single_file.py"
TRAILER = 92
PROGRAM = """#!/bin/sh
case $1 in
  wait) echo "$0"; exec sleep 60 ;;
  *) echo "$0 $*"; exit 7 ;;
esac
"""


def make(folder, name, content):
    """A single file whose program prints its path and arguments and ends with 7; `content` makes it another version."""
    tree = folder / f"{name}.tree"
    (tree / "bin").mkdir(parents=True)
    (tree / "lib").mkdir()
    (tree / "lib" / "program").write_text(PROGRAM, encoding="utf-8")
    (tree / "lib" / "program").chmod(0o755)
    (tree / "lib" / "data").write_bytes(content)
    (tree / "lib" / "empty").touch()
    (tree / "bin" / "warpstage").symlink_to("../lib/program")
    subprocess.run([sys.executable, MAKE, LAUNCHER, tree, folder / name, "3"], check=True)
    return folder / name


class SingleFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all = tempfile.TemporaryDirectory()
        cls.files = pathlib.Path(cls.all.name)
        cls.program = make(cls.files, "first.run", os.urandom(500_000))
        cls.other = make(cls.files, "second.run", os.urandom(1000))

    @classmethod
    def tearDownClass(cls):
        cls.all.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cache = self.folder / "cache"
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        self.environment = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(self.cache), "TMPDIR": str(self.temporary)}
        self.environment |= {name: value for name, value in os.environ.items() if name == "LSAN_OPTIONS"}

    def run_program(self, program=None, *words, **options):
        return subprocess.run([program or self.program, *words], env=self.environment, capture_output=True, text=True, timeout=120, **options)

    def folders(self):
        return sorted(path.name for path in (self.cache / "warpstage").iterdir() if path.name != ".lock")

    def ready(self):
        """The folder into which the program was unpacked."""
        return next((self.cache / "warpstage").glob("program-*"))

    def assert_from_cache(self, done):
        self.assertEqual(7, done.returncode, done.stderr)
        self.assertTrue(done.stdout.startswith(f"{self.cache}/warpstage/program-"), done.stdout)

    def assert_temporary(self, done):
        self.assertEqual(7, done.returncode, done.stderr)
        self.assertTrue(done.stdout.startswith(f"{self.temporary}/warpstage-"), done.stdout)
        self.assertEqual([], list(self.temporary.iterdir()))

    def assert_refused(self, done, words):
        self.assertEqual(2, done.returncode)
        self.assertEqual("", done.stdout)
        self.assertRegex(done.stderr, rf"^warpstage: .*{words}.*\.\n$")
        self.assertEqual([], list(self.temporary.iterdir()))

    def test_unpacks_once_and_passes_arguments(self):
        done = self.run_program(None, "a b", "--c")
        self.assert_from_cache(done)
        self.assertTrue(done.stdout.endswith("/bin/warpstage a b --c\n"))
        before = (self.ready() / "lib" / "data").stat()
        self.assert_from_cache(self.run_program())
        self.assertEqual(before.st_ino, (self.ready() / "lib" / "data").stat().st_ino)
        self.assertEqual(0o700, stat.S_IMODE((self.cache / "warpstage").stat().st_mode))

    def test_same_folder_gives_same_bytes(self):
        again = self.folder / "again.run"
        subprocess.run([sys.executable, MAKE, LAUNCHER, self.files / "first.run.tree", again, "3"], check=True)
        self.assertEqual(self.program.read_bytes(), again.read_bytes())

    def test_cache_below_home(self):
        self.environment |= {"HOME": str(self.folder)}
        del self.environment["XDG_CACHE_HOME"]
        self.assertTrue(self.run_program().stdout.startswith(f"{self.folder}/.cache/warpstage/program-"))

    def test_without_home_a_temporary_folder_is_removed_afterwards(self):
        del self.environment["XDG_CACHE_HOME"]
        self.assert_temporary(self.run_program())
        self.environment["HOME"] = "/dev/null/home"
        self.assert_temporary(self.run_program())

    def test_a_signal_reaches_the_program_in_a_temporary_folder(self):
        del self.environment["XDG_CACHE_HOME"]
        with subprocess.Popen([self.program, "wait"], env=self.environment, stdout=subprocess.PIPE, text=True) as running:
            self.assertIn("/warpstage-", running.stdout.readline())
            running.terminate()
            self.assertEqual(-signal.SIGTERM, running.wait(timeout=60))
        self.assertEqual([], list(self.temporary.iterdir()))

    def test_concurrent_first_starts(self):
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            for done in threads.map(lambda _: self.run_program(), range(8)):
                self.assert_from_cache(done)
        self.assertEqual([self.ready().name], self.folders())

    def test_damaged_folder_is_replaced(self):
        self.run_program()
        damages = [lambda: (self.ready() / "lib" / "data").write_bytes(b"short"), lambda: (self.ready() / "lib" / "empty").unlink(),
                   lambda: (self.ready() / "lib" / "program").chmod(0o777), lambda: shutil.rmtree(self.ready() / "bin"),
                   lambda: self.ready().chmod(0o777)]
        for damage in damages:
            damage()
            self.assert_from_cache(self.run_program())
            self.assertEqual([self.ready().name], self.folders())
            self.assertEqual(500_000, (self.ready() / "lib" / "data").stat().st_size)
            self.assertEqual(0o755, stat.S_IMODE((self.ready() / "lib" / "program").stat().st_mode))

    def test_folder_of_somebody_else_is_not_used(self):
        evil = self.folder / "evil"
        (evil / "bin").mkdir(parents=True)
        (evil / "bin" / "warpstage").write_text("#!/bin/sh\necho evil\n", encoding="utf-8")
        (evil / "bin" / "warpstage").chmod(0o755)
        self.run_program()
        name = self.ready().name
        shutil.rmtree(self.ready())
        (self.cache / "warpstage" / name).symlink_to(evil)  # a link in place of the folder
        self.assert_from_cache(self.run_program())
        self.assertFalse(self.ready().is_symlink())
        shutil.rmtree(self.cache)
        self.cache.mkdir()
        (self.cache / "warpstage").symlink_to(evil)  # a link in place of the folder of folders
        self.assert_temporary(self.run_program())
        self.assertEqual(["bin"], [path.name for path in evil.iterdir()])

    def test_unfinished_file_is_not_followed(self):
        kept = self.folder / "kept"
        kept.write_text("kept", encoding="utf-8")
        (self.cache / "warpstage").mkdir(parents=True)
        (self.cache / "warpstage" / ".lock").symlink_to(kept)
        (self.cache / "warpstage" / ".unpacking-1").symlink_to(self.folder)
        self.assert_from_cache(self.run_program())
        self.assertEqual("kept", kept.read_text(encoding="utf-8"))

    def test_cache_that_others_can_change_is_not_used(self):
        self.cache.mkdir()
        self.cache.chmod(0o777)
        self.assert_temporary(self.run_program())
        self.cache.chmod(0o755)
        (self.cache / "warpstage").mkdir()
        (self.cache / "warpstage").chmod(0o777)
        self.assert_from_cache(self.run_program())
        self.assertEqual(0o755, stat.S_IMODE((self.cache / "warpstage").stat().st_mode))
        if os.geteuid() == 0:  # only root can give files away
            os.chown(self.cache / "warpstage", 65534, 65534)
            self.assert_temporary(self.run_program())
            os.chown(self.cache / "warpstage", 0, 0)
            os.chown(self.ready() / "lib" / "program", 65534, 65534)
            self.assert_from_cache(self.run_program())
            self.assertEqual(0, (self.ready() / "lib" / "program").stat().st_uid)

    def test_old_versions_are_removed_unless_they_run(self):
        with subprocess.Popen([self.other, "wait"], env=self.environment, stdout=subprocess.PIPE, text=True) as running:
            running.stdout.readline()
            old = self.ready().name
            unfinished = self.cache / "warpstage" / ".unpacking-0123"
            unfinished.mkdir()
            (unfinished / "file").touch()
            (self.cache / "warpstage" / "limits.json").touch()  # a file of the program
            self.run_program()
            self.assertEqual(3, len(self.folders()))
            self.assertIn(old, self.folders())
            running.terminate()
            running.wait(timeout=60)
        shutil.rmtree(next(path for path in (self.cache / "warpstage").glob("program-*") if path.name != old))
        self.run_program()
        self.assertNotIn(old, self.folders())
        self.assertIn("limits.json", self.folders())

    def test_damaged_file(self):
        content = self.program.read_bytes()
        damaged = self.folder / "damaged.run"
        middle = LAUNCHER.stat().st_size + 250_000
        cases = {"incomplete or damaged": content[:-1000], "file is damaged": content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:]}
        for words, wrong in cases.items():
            damaged.write_bytes(wrong)
            damaged.chmod(0o755)
            self.assert_refused(self.run_program(damaged), words)
            self.assertEqual([], list(self.cache.glob("warpstage/*")) and self.folders())

    def test_archive_that_leaves_its_folder(self):
        content = self.program.read_bytes()
        for wrong in (b"../xb/data", b"/lib/xdata", b"li/../data", b"lib//data\t"[:-1] + b"x"):
            evil = self.folder / "evil.run"
            start = content.rindex(b"\tlib/data\t")
            name = wrong[:8]
            evil.write_bytes(content[:start + 1] + name + content[start + 9:])
            evil.chmod(0o755)
            self.assert_refused(self.run_program(evil), "incomplete or damaged")

    def test_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        self.assert_refused(self.run_program(preexec_fn=limit), "File too large")
        self.assertEqual([], self.folders())

    def test_folder_without_programs(self):
        """A file system that is mounted with noexec, in a namespace of its own."""
        self.cache.mkdir()
        mount = f'mount -t tmpfs -o noexec none "{self.cache}" && mount -t tmpfs -o noexec none "{self.temporary}"'
        script = f'{mount} && for place in /tmp /var/tmp; do mount -t tmpfs -o noexec none $place; done; exec "$0"'
        hidden = str(self.program).startswith(("/tmp/", "/var/tmp/"))
        possible = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount], capture_output=True, check=False)
        if possible.returncode != 0:
            self.skipTest(f"no mounts in a user namespace here: {possible.stderr.decode().strip()}")
        command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount + ' && exec "$0"' if hidden else script, self.program]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=120)
        if hidden:  # the folder of temporary files itself remains usable
            self.assertEqual(7, done.returncode, done.stderr)
            self.assertRegex(done.stdout, r"^(/tmp|/var/tmp)/warpstage-")
        else:
            self.assert_refused(done, "mount option noexec")

    def test_second_start_is_fast(self):
        self.run_program()
        direct = self.ready() / "bin" / "warpstage"

        def fastest(program):
            times = []
            for _ in range(10):
                start = time.perf_counter()
                self.run_program(program)
                times.append(time.perf_counter() - start)
            return min(times)

        self.assertLess(fastest(self.program) - fastest(direct), 0.05)


if __name__ == "__main__":
    unittest.main()
