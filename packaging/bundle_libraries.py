#!/usr/bin/env python3
"""Copies the libraries and the plugins of Qt that the programs need beside them, unchanged, with their licenses.

Usage: bundle_libraries.py PREFIX. PREFIX contains lib/warpstage with the programs. Libraries of system_libraries.txt are not copied.
Prints the newest versions of glibc and libstdc++ that the result requires.
"""
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys

# Plugins of Qt: windows on X11 and Wayland, none (off screen), keyboard input methods.
PLUGINS = ["platforms/libqxcb.so", "platforms/libqwayland-generic.so", "platforms/libqwayland-egl.so", "platforms/libqoffscreen.so",
           "xcbglintegrations/libqxcb-glx-integration.so", "xcbglintegrations/libqxcb-egl-integration.so",
           "wayland-shell-integration/libxdg-shell.so", "wayland-decoration-client/libbradient.so",
           "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
           "platforminputcontexts/libcomposeplatforminputcontextplugin.so", "platforminputcontexts/libibusplatforminputcontextplugin.so"]
# Opened by GLFW at run time.
OPENED = ["libXcursor.so.1", "libXi.so.6", "libXinerama.so.1", "libXrandr.so.2", "libXrender.so.1", "libXxf86vm.so.1"]
# Of Ubuntu 22.04, the oldest system on which packages run.
OLDEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}
QT_CONF = "[Paths]\nPrefix=.\nPlugins=plugins\n"


def system_patterns():
    rows = (pathlib.Path(__file__).parent / "system_libraries.txt").read_text(encoding="utf-8").splitlines()
    return [row.split()[0] for row in rows if row and not row.startswith("#")]


def of_system(soname, patterns=tuple(system_patterns())):
    return any(fnmatch.fnmatchcase(soname, pattern) for pattern in patterns)


def needed_by(file):
    """Sonames in the dynamic section."""
    done = subprocess.run(["objdump", "-p", file], check=True, capture_output=True, text=True)
    return re.findall(r"^\s+NEEDED\s+(\S+)$", done.stdout, re.M)


def installed_libraries():
    """Soname: path."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True).stdout
    found = {}
    for soname, path in re.findall(r"^\s+(\S+) \(libc6,x86-64[^)]*\) => (\S+)$", listed, re.M):
        found.setdefault(soname, pathlib.Path(path))
    return found


def package_of(file):
    """(package, version) of the distribution."""
    real = str(file.resolve())
    for path in (real, real.removeprefix("/usr")):
        done = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            name = done.stdout.split(": ")[0].split(",")[0]
            version = subprocess.run(["dpkg-query", "-W", "-f", "${Version} ${source:Package}", name], check=True, capture_output=True, text=True)
            return name.split(":")[0], *version.stdout.split(" ")
    sys.exit(f"bundle_libraries.py: {file} is of no package")


def is_elf(file):
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def programs(folder):
    return [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.is_symlink() and is_elf(file)]


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def copy_plugins(folder, copied):
    found = subprocess.run(["qtpaths6", "--query", "QT_INSTALL_PLUGINS"], capture_output=True, text=True)
    qt = pathlib.Path(found.stdout.strip() if found.returncode == 0 else "/usr/lib/x86_64-linux-gnu/qt6/plugins")
    for plugin in PLUGINS:
        if not (qt / plugin).exists():
            sys.exit(f"bundle_libraries.py: no plugin {qt / plugin}. tools/install-dependencies --package installs it.")
        copy(qt / plugin, folder / "plugins" / plugin)
        copied.append(qt / plugin)
    (folder / "qt.conf").write_text(QT_CONF, encoding="utf-8")


def copy_libraries(folder, copied, opened=tuple(OPENED), of_system=of_system):
    """Copies what is needed, and what that needs, until nothing is missing. `opened`: sonames that no file names."""
    installed = installed_libraries()
    own = {file.name for file in programs(folder)}
    wanted = list(opened)
    for file in programs(folder):
        wanted += needed_by(file)
    while wanted:
        soname = wanted.pop()
        if soname in own or of_system(soname):
            continue
        if soname not in installed:
            sys.exit(f"bundle_libraries.py: {soname} is not installed")
        own.add(soname)
        copy(installed[soname], folder / soname)
        copied.append(installed[soname])
        wanted += needed_by(installed[soname])


def copy_common_licenses(folder):
    """The texts to which copyright files refer, for systems that do not have them."""
    texts = [*sorted(folder.glob("*.txt")), *folder.parent.glob("copyright")]
    common = pathlib.Path("/usr/share/common-licenses")
    named = {name for file in texts for name in re.findall(r"common-licenses/([\w.+-]*\w)", file.read_text(encoding="utf-8"))}
    for name in sorted(named):
        copy(common / name, folder / name)


def copy_licenses(folder, copied, own=()):
    """The copyright file of each package, and a list of packages with the versions of their sources. `own`: texts of warpstage
    that belong beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in own:
        copy(file, folder / file.name)
    packages = {}
    for file in copied:
        packages.setdefault(package_of(file), []).append(file.name)
    lines = ["Libraries in lib/warpstage, copied unchanged from packages of the distribution, which has their source code:", ""]
    for (package, version, source), files in sorted(packages.items()):
        lines.append(f"{package} {version} (source package {source}): {', '.join(sorted(files))}")
        text = pathlib.Path("/usr/share/doc") / package / "copyright"
        if not text.exists():
            sys.exit(f"bundle_libraries.py: no {text}")
        copy(text, folder / f"{package}.txt")
    copy_common_licenses(folder)
    (folder / "README").write_text("\n".join(lines) + "\n", encoding="utf-8")


def required_versions(folder):
    """The newest symbol version of each library of the system that defines versions: {"GLIBC": "2.35"}."""
    newest = {}
    for file in programs(folder):
        table = subprocess.run(["objdump", "-T", file], check=True, capture_output=True, text=True).stdout
        for name, version in re.findall(r"\*UND\*.*\((GLIBC|GLIBCXX|CXXABI|GCC)_([\d.]+)\)", table):
            numbers = tuple(int(part) for part in version.split("."))
            if numbers > newest.get(name, ((), ""))[0]:
                newest[name] = (numbers, file.name)
    return newest


def main():
    prefix = pathlib.Path(sys.argv[1])
    folder = prefix / "lib" / "warpstage"
    copied = []
    copy_plugins(folder, copied)
    copy_libraries(folder, copied)
    copy_licenses(prefix / "share" / "doc" / "warpstage" / "libraries", copied)
    for name, (numbers, file) in sorted(required_versions(folder).items()):
        newer = numbers > OLDEST.get(name, numbers)
        print(f"requires {name} {'.'.join(str(number) for number in numbers)} ({file})" + (": newer than that of Ubuntu 22.04" if newer else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
