// What runs it.
#pragma once

#include "core/engine/engine.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::session {

// Where times come from that were not taken here and now.
struct TimingOrigin {
    std::string machine; // "NVIDIA H200"
    std::string detail;
    bool emulated = false;
    std::string when; // "2026-11-21 20:51 UTC"
    std::uint32_t capability_major = 9; // compute capability that the recorded run is evaluated for
    std::uint32_t capability_minor = 0;

    bool operator==(const TimingOrigin&) const = default;
};

// What runs it.
struct DeviceSection {
    engine::Description engine;
    bool gpu_available = false;
    bool interop = false; // kernels write straight into the vertex buffers
    std::optional<TimingOrigin> timing_origin; // of times and recording that come from a file; else they are the engine's

    bool operator==(const DeviceSection&) const = default;
};

} // namespace warpstage::session
