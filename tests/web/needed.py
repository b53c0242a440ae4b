"""What the tests of the web edition need. Where it is missing, a test is skipped with the reason. With WARPSTAGE_WEB_TESTS=ON it fails then,
except where the distribution has no package with the program."""
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
SOURCES = pathlib.Path(__file__).parent.parent.parent / "app/web/page"
PACKAGES = {"chromedriver": "chromium-driver", "chromium": "chromium", "convert": "imagemagick", "firefox-esr": "firefox-esr", "node": "nodejs",
            "Xvfb": "xvfb", "xdotool": "xdotool"}


def end(reason, required):
    print(reason)
    sys.exit(1 if required and os.environ.get("WARPSTAGE_WEB_TESTS") == "ON" else SKIPPED)


def require_programs(programs):
    for program in programs:
        if shutil.which(program) is not None:
            continue
        package = PACKAGES[program]
        known = subprocess.run(["apt-cache", "show", package], capture_output=True).returncode == 0
        end(f"The program {program} is not installed: run tools/install-dependencies --web-tests." if known
            else f"The distribution has no package {package}.", known)
    if "chromedriver" in programs and importlib.util.find_spec("selenium") is None:
        end("The module selenium is not installed: run tools/install-dependencies --web-tests.", True)


def require_built(file):
    if not pathlib.Path(file).is_file():
        end(f"There is no {file}: run tools/web.", True)


def require(site, programs):
    site = pathlib.Path(site)
    if not (site / "index.html").is_file():
        end(f"There is no web edition in {site}: run tools/web.", True)
    for source in SOURCES.iterdir():
        if source.name != "service-worker.js" and source.read_bytes() != (site / source.name).read_bytes():
            end(f"{site / source.name} is older than its source: run tools/web.", True)
    require_programs(programs)
