// The memories of one GPU, from the registers to device memory: size, scope, access, lifetime, latency.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/memories/memory_hierarchy.h"

namespace warpstage::views {

struct HierarchyInput {
    std::vector<arch::MemoryRow> rows; // by place
    std::string gpu; // "Tesla K40c (CC 3.5)"
    std::uint32_t multiprocessors = 1;
};

[[nodiscard]] DrawList hierarchy_figure(const HierarchyInput& input, Size size, const Style& style);

} // namespace warpstage::views
