"""What an H200 (driver 580, CUDA 13.0) does with operands for which nothing is defined, `warpstage exec` does too; with checks it is
an error. Where the H200 hangs, the launch ends with cudaErrorLaunchTimeout."""

import subprocess
import sys

DEFINED = {"barrier 0 1 0", "barrier 0 1 64", "barrier 1 1 0", "barrier 3 1 0", "two 1 1", "free 5 0"}
TIMEOUT = "702 0"


def run(warpstage, program, case, *options):
    command = [warpstage, "exec", *options, program, *case.split()]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return ended.returncode, ended.stdout.strip(), ended.stderr.strip()


def main(warpstage, program, answers):
    wrong = []
    with open(answers, encoding="utf-8") as file:
        expected = dict(line.strip().split(": ") for line in file)
    for case, answer in expected.items():
        wanted = answer.replace("hangs", TIMEOUT)
        # The H200 ran the lanes of a warp together, which the independent schedule does not.
        for schedule in ("lock-step",) if case.startswith("collective") else ("lock-step", "independent:1"):
            _, output, error = run(warpstage, program, case, "--schedule", schedule)
            if output != wanted:
                wrong.append(f"{case} ({schedule}): {output} instead of {wanted}\n  {error}")
        status, output, error = run(warpstage, program, case, "--checks", "all")
        if (status == 0 and output == wanted and error == "") != (case in DEFINED):
            wrong.append(f"{case} with checks: status {status}, {output}\n  {error}")
    print("\n".join(wrong) or f"undefined passed: {len(expected)} cases")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
