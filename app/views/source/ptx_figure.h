// The PTX of the recorded kernel, instruction by instruction, with how often each ran and how many lanes did: the same run as the
// source beside it.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "core/analysis/kernel_report.h"
#include "core/ptx/listing.h"

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
};

[[nodiscard]] DrawList ptx_figure(const PtxInput& input, Size size, const Style& style);

struct PtxRow {
    std::uint32_t pc = 0;
    std::uint32_t line = 0; // of the source; 0: none
    Rect rect;
};
[[nodiscard]] std::vector<PtxRow> ptx_rows(const PtxInput& input, Size size, const Style& style);

} // namespace warpstage::views
