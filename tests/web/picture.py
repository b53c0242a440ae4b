"""Screenshots compared with stored ones by tolerance. Needs the package imagemagick."""
import pathlib
import subprocess

WIDTH = 320  # of stored pictures
MAX_MEAN = 4.0  # of 255, over all pixels
MAX_OTHER = 0.02  # share of pixels whose channels differ by more than OTHER
OTHER = 48


def small(path, arguments=()):
    """Width, height and RGB bytes of the picture, WIDTH pixels wide."""
    size = subprocess.run(["convert", str(path), "-resize", f"{WIDTH}x", "-format", "%w %h", "info:"], check=True, capture_output=True, text=True).stdout.split()
    pixels = subprocess.run(["convert", str(path), "-resize", f"{WIDTH}x", "-alpha", "off", "-depth", "8", *arguments, "rgb:-"], check=True, capture_output=True).stdout
    return int(size[0]), int(size[1]), pixels


def store(path, golden):
    """Writes the stored picture of a screenshot."""
    golden = pathlib.Path(golden)
    golden.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["convert", str(path), "-resize", f"{WIDTH}x", "-alpha", "off", "-strip", "-colors", "64", f"png8:{golden}"], check=True)


def difference(path, golden):
    """Why the pictures differ; empty: they are alike."""
    a, b = small(path), small(golden)
    if a[:2] != b[:2]:
        return f"{a[0]}x{a[1]} instead of {b[0]}x{b[1]} pixels"
    distances = [abs(x - y) for x, y in zip(a[2], b[2])]
    mean = sum(distances) / len(distances)
    other = sum(1 for i in range(0, len(distances), 3) if max(distances[i:i + 3]) > OTHER) / (len(distances) / 3)
    if mean > MAX_MEAN or other > MAX_OTHER:
        return f"mean difference {mean:.2f} (at most {MAX_MEAN}), {100 * other:.2f} % other pixels (at most {100 * MAX_OTHER:.0f} %)"
    return ""
