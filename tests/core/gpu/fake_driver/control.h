// The test interface of the fake driver, a replacement for libcuda that computes on the host. These functions are found with
// dlsym in the library opened by Driver::load. Each cuInit resets the state, as in a new process.
//
// The environment variable WARPSTAGE_FAKE_CUDA holds switches, read by cuInit and cuDriverGetVersion, separated by spaces:
//   version=12040           what cuDriverGetVersion says
//   devices=0               how many GPUs there are
//   ptx=80                  the newest PTX it takes: 10 * major + minor
//   kernel=5                how many microseconds a kernel takes, usually a thousand
//   pending=3               how often cuEventQuery says "not ready" before the work is done
//   fail=cuMemAlloc:2:700   the second call of cuMemAlloc answers 700; may be given several times
//   lacks=cuFuncSetAttribute  a function that the driver does not have
//   gl=elsewhere            OpenGL runs on another GPU
//   memory=1000             bytes of the GPU, usually 1 GiB
#pragma once

#include <cstddef>

extern "C" {
// Calls that would be errors on a real GPU (out of bounds, freed twice, mapped twice...), one per line; empty if there are none.
const char* fake_cuda_violations();
// Number of live objects of all kinds: memory, streams, events, modules, registrations, retained contexts.
std::size_t fake_cuda_live_objects();
// How often a function of the driver was called.
std::size_t fake_cuda_calls(const char* function);
// Creates an OpenGL buffer with that name, filled with zeros; returns its content, for which OpenGL waits for the GPU.
void fake_gl_create(unsigned name, std::size_t bytes);
const std::byte* fake_gl_content(unsigned name);
}
