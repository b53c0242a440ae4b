"""Compilers that a program starts while it runs: nvcc for machine code, and Triton's assembler.

check_tools.py WARPSTAGE NVCC: starts itself with `warpstage exec`
"""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

KERNEL = 'extern "C" __global__ void answer(int* x) { *x = 42; }'

if len(sys.argv) == 3:
    words = [sys.argv[1], "exec", os.path.realpath(sys.executable), __file__]
    compiler = pathlib.Path(sys.argv[2]).resolve()
    path = os.pathsep.join([str(compiler.parent), os.environ["PATH"]])
    sys.exit(subprocess.run(words, check=False, env=dict(os.environ, PATH=path, TOOLKIT=str(compiler.parent.parent))).returncode)

cuda = ctypes.CDLL("libcuda.so.1")
with tempfile.TemporaryDirectory(prefix="warp stage-") as name:
    folder = pathlib.Path(name)
    source, first, second = folder / "a file.cu", folder / "first.cubin", folder / "second.cubin"
    source.write_text(KERNEL)
    subprocess.run(["nvcc", "--cubin", "-arch", "sm_80", source.name], check=True, cwd=folder)
    assert (folder / "a file.cubin").read_bytes().lstrip().startswith(b"//")
    gencode = "-gencode=arch=compute_80,code=sm_80"
    outside = dict(os.environ, PATH="/usr/bin:/bin", CUDA_HOME=os.environ["TOOLKIT"])
    subprocess.run([os.environ["NVCC"], gencode, "--cubin", str(source), "-o", str(first)], check=True, env=outside)
    text = folder / "kernel.ptx"
    text.write_bytes(first.read_bytes())
    assembler = os.environ["TRITON_PTXAS_PATH"]
    assert "release 1" in subprocess.run([assembler, "--version"], check=True, capture_output=True, text=True).stdout
    subprocess.run([assembler, "-lineinfo", "--gpu-name=sm_90a", str(text), "-o", str(second)], check=True)
    image = second.read_bytes()
context, module, function = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
memory, result = ctypes.c_uint64(), ctypes.c_int()
for status in (
    cuda.cuInit(0),
    cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0),
    cuda.cuCtxSetCurrent(context),
    cuda.cuModuleLoadData(ctypes.byref(module), image),
    cuda.cuModuleGetFunction(ctypes.byref(function), module, b"answer"),
    cuda.cuMemAlloc_v2(ctypes.byref(memory), ctypes.c_size_t(4)),
    cuda.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, None, (ctypes.c_void_p * 1)(ctypes.addressof(memory)), None),
    cuda.cuMemcpyDtoH_v2(ctypes.byref(result), memory, ctypes.c_size_t(4)),
):
    assert status == 0, status
assert result.value == 42, result.value
print("tools passed")
