"""Executes notebooks with the Python that runs the test."""

import atexit
import os
import shutil
import sys
import tempfile

import jupyter_client
import nbclient
import nbformat

os.environ["IPYTHONDIR"] = tempfile.mkdtemp(prefix="warpstage-notebooks-")  # no settings of the user
atexit.register(shutil.rmtree, os.environ["IPYTHONDIR"], ignore_errors=True)


class OwnPython(jupyter_client.kernelspec.KernelSpecManager):
    """One kernel: this Python. None has to be installed."""

    def get_kernel_spec(self, kernel_name: str) -> jupyter_client.kernelspec.KernelSpec:
        words = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return jupyter_client.kernelspec.KernelSpec(argv=words, display_name=kernel_name, language="python")


def execute(notebook: nbformat.NotebookNode, folder: str = ".") -> nbformat.NotebookNode:
    manager = jupyter_client.AsyncKernelManager(kernel_name="python3", kernel_spec_manager=OwnPython())
    return nbclient.NotebookClient(notebook, km=manager, timeout=120, resources={"metadata": {"path": folder}}).execute()


def bundles(cell: nbformat.NotebookNode) -> list[dict[str, str]]:
    """What the cell displays."""
    return [output.data for output in cell.outputs if output.output_type in ("display_data", "execute_result")]
