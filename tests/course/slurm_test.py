#!/usr/bin/env python3
"""Grades a class as an array of jobs with slurmd and slurmctld on this computer, and joins the tables. Needs root, and the packages slurmctld and
slurmd; without them the test is skipped (status 77).

  slurm_test.py PROGRAM EXERCISES     EXERCISES: assets/exercises
"""
import csv
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SHARDS = 3
STUDENTS = 9
CONFIGURATION = """ClusterName=class
SlurmctldHost=localhost(127.0.0.1)
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={second}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def within(seconds, reached):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if reached():
            return True
        time.sleep(0.5)
    return False


def grade(program, exercises, root, environment):
    solution = (exercises / "race" / "solution.cu").read_text(encoding="utf-8")
    (root / "class").mkdir()
    for number in range(STUDENTS):
        (root / "class" / f"student{number}.cu").write_text(f"// {number}\n" + (solution if number % 3 else "none\n"), encoding="utf-8")
    job = root / "job.sh"
    job.write_text("#!/bin/sh\nexec " + f"{program} grade {root}/class -o {root}/part-$SLURM_ARRAY_TASK_ID.csv --exercise race --jobs 1 "
                   f"--shard $SLURM_ARRAY_TASK_ID/{SHARDS}\n", encoding="utf-8")
    submitted = subprocess.run(["sbatch", f"--array=1-{SHARDS}", "--output", str(root / "job-%a.txt"), "--chdir", str(root), str(job)], env=environment, capture_output=True, text=True, check=False)
    print(submitted.stdout + submitted.stderr)
    queue = lambda: subprocess.run(["squeue", "-h"], env=environment, capture_output=True, text=True, check=False).stdout
    ended = within(240, lambda: queue() == "" and len(list(root.glob("part-*.csv"))) == SHARDS)
    for file in sorted(root.glob("job-*.txt")):
        print(file.read_text(encoding="utf-8"), end="")
    if not ended:
        print("the jobs did not end:", queue())
        return False
    table = root / "grades.csv"
    subprocess.run([str(program), "grade", "merge", *map(str, sorted(root.glob("part-*.csv"))), "-o", str(table), "--exercise", "race"], check=True)
    with table.open(newline="", encoding="utf-8") as file:
        points = {row["student"]: row["points"] for row in csv.DictReader(file)}
    expected = {f"student{number}": "10" if number % 3 else "0" for number in range(STUDENTS)}
    if points != expected:
        print(f"the points are {points}, not {expected}")
    return points == expected


def main():
    program, exercises = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    if os.geteuid() != 0 or any(shutil.which(name, path=path) is None for name in ("slurmctld", "slurmd", "sbatch")):
        print("skipped: it needs root, slurmctld, slurmd and sbatch")
        return 77
    with tempfile.TemporaryDirectory(prefix="warpstage-slurm-") as name:
        root = pathlib.Path(name)
        for folder in ("state", "spool"):
            (root / folder).mkdir()
        configuration = root / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(folder=root, port=free_port(), second=free_port()), encoding="utf-8")
        environment = dict(os.environ, SLURM_CONF=str(configuration), PATH=path)
        started = [subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for words in
                   (["slurmctld", "-D", "-i", "-f", str(configuration)], ["slurmd", "-D", "-N", "localhost", "-f", str(configuration)])]
        try:
            idle = lambda: "idle" in subprocess.run(["sinfo", "-h", "-o", "%T"], env=environment, capture_output=True, text=True, check=False).stdout
            if not within(60, idle):
                print("skipped: slurmd cannot run here:", *(file.read_text(encoding="utf-8", errors="replace")[-1500:] for file in root.glob("*.log")))
                return 77
            return 0 if grade(program, exercises, root, environment) else 1
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())
