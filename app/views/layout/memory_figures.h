// Where a tensor copy and wgmma place a matrix in shared memory, beside what a layout says.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/layout/layout_study.h"

namespace warpstage::views {

// A box of a tensor copy beside the layout.
struct TmaPicture {
    layout::ComposedLayout layout;
    std::string type; // of the elements: "f16"
    layout::TmaComparison comparison;
};
[[nodiscard]] draw::DrawList tma_figure(const TmaPicture& picture, draw::Size size, const draw::Style& style);
[[nodiscard]] Exhibit tma_exhibit(TmaPicture picture);

// The core matrices that a matrix descriptor of wgmma names.
struct DescriptorPicture {
    analysis::OperandDescriptor operand;
    layout::ElementType type;
};
[[nodiscard]] draw::DrawList descriptor_figure(const DescriptorPicture& picture, draw::Size size, const draw::Style& style);
[[nodiscard]] Exhibit descriptor_exhibit(DescriptorPicture picture);

} // namespace warpstage::views
