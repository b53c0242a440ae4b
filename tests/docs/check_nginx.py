#!/usr/bin/env python3
"""nginx accepts the configuration in docs/web.md. Without nginx the test is skipped (status 77).

  check_nginx.py PROJECT_FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CONFIGURATION = """pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:8099;
    {block}
  }}
}}
"""


def main():
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        print("nginx is not installed")
        return 77
    page = (pathlib.Path(sys.argv[1]) / "docs" / "web.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```nginx\n(.*?)```", page, re.S)
    if not blocks:
        print("docs/web.md has no block for nginx")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks:
            file = pathlib.Path(folder) / "nginx.conf"
            # The module for WebDAV is a package of its own.
            file.write_text(CONFIGURATION.format(folder=folder, block=re.sub(r"^ *dav_methods .*$", "", block, flags=re.M)), encoding="utf-8")
            run = subprocess.run([nginx, "-t", "-c", str(file)], capture_output=True, text=True, check=False)
            print(run.stderr)
            if run.returncode != 0:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
