// Handles of the CUDA driver, declared without cuda.h, so that other folders can hold them without CUDA headers. driver.cpp
// asserts that these are the driver's types.
#pragma once

// The driver's names of its opaque structures.
// NOLINTBEGIN(readability-identifier-naming)
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraphExec_st;
struct CUgraphicsResource_st;
struct CUarray_st;
// NOLINTEND(readability-identifier-naming)

namespace warpstage::gpu {

using DeviceHandle = int;
using ContextHandle = CUctx_st*;
using ModuleHandle = CUmod_st*;
using FunctionHandle = CUfunc_st*;
using StreamHandle = CUstream_st*;
using EventHandle = CUevent_st*;
using GraphHandle = CUgraphExec_st*;
using ArrayHandle = CUarray_st*;
using GraphicsHandle = CUgraphicsResource_st*;
using DeviceAddress = unsigned long long;
using DriverStatus = int; // a CUresult

} // namespace warpstage::gpu
