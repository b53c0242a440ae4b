// A matrix in shared memory: its elements, the banks in which its layout places them, and one access of a warp.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/layout/layout_study.h"
#include "core/arch/architecture.h"

namespace warpstage::views {

struct LayoutPicture {
    layout::ComposedLayout layout; // with two modes
    std::string type; // of the elements: "f16"
    int element_bits = 0;
    arch::Architecture architecture;
    analysis::LayoutConflicts conflicts;
    std::size_t request = 0; // the shown one
};

[[nodiscard]] draw::DrawList layout_figure(const LayoutPicture& picture, draw::Size size, const draw::Style& style);
[[nodiscard]] Exhibit layout_exhibit(LayoutPicture picture);
// Of what the study shows, for an access its worst request; of an answer that are fragments, too.
[[nodiscard]] Exhibit study_exhibit(const analysis::LayoutStudy& study, const arch::Architecture& architecture);
[[nodiscard]] Exhibit answer_exhibit(
    const analysis::LayoutAnswer& answer, const analysis::LayoutQuestion& question, const arch::Architecture& architecture);

} // namespace warpstage::views
