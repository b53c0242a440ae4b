// The device that runs the kernels.
#pragma once

#include "core/engine/engine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::session {

// The origin of times from a session file.
struct TimingOrigin {
    std::string machine; // "NVIDIA H200"
    std::string detail;
    bool emulated = false;
    std::string when; // "2026-11-21 20:51 UTC"
    std::uint32_t capability_major = 9; // compute capability used for the analysis
    std::uint32_t capability_minor = 0;

    bool operator==(const TimingOrigin&) const = default;
};

// The device that runs the kernels.
struct DeviceSection {
    engine::Description engine;
    bool gpu_available = false;
    std::vector<std::string> gpus; // names of all GPUs, in the driver's order
    int gpu = 0; // index of the one that runs or would run the kernels
    bool interop = false; // kernels write directly into the vertex buffers
    std::optional<TimingOrigin> timing_origin; // origin of times and recording from a file; nothing: they are from the engine

    bool operator==(const DeviceSection&) const = default;
};

} // namespace warpstage::session
