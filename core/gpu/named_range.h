// A named time range for Nsight Systems: NVTX, a header-only library without effect if no tool is attached.
#pragma once

#include <string>

namespace warpstage::gpu {

class NamedRange {
public:
    explicit NamedRange(const std::string& name);
    NamedRange(const NamedRange&) = delete;
    NamedRange& operator=(const NamedRange&) = delete;
    ~NamedRange(); // on the same thread
};

} // namespace warpstage::gpu
