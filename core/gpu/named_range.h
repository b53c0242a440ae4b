// A stretch of time with a name, for Nsight Systems: NVTX, which is a header alone and does nothing where no tool listens.
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
