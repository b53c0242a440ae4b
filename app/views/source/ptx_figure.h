// The PTX of the recorded kernel, instruction by instruction, with how often each ran and how many lanes did: the same run as the
// source beside it.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"
#include "core/ptx/listing.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::views {

struct PtxInput {
    const ptx::Listing* listing = nullptr; // never null
    const analysis::KernelReport* report = nullptr; // never null
    std::uint32_t line = 0; // of the source: its instructions stand out; 0: none
    std::optional<std::uint32_t> executed; // just now
    std::int32_t scroll = 0; // rows further down than would be shown
    const std::vector<session::AccessView>* accesses = nullptr; // that can be chosen; never null
};

// A click on an instruction that accesses memory chooses the access, on another one its line.
[[nodiscard]] DrawList ptx_figure(const PtxInput& input, Size size, const Style& style);

} // namespace warpstage::views
