// The matrices of an instruction: the lane and the register of each element.
#pragma once

#include "app/draw/style.h"
#include "app/views/gallery/exhibit.h"
#include "core/layout/fragments.h"

namespace warpstage::views {

struct FragmentsPicture {
    layout::Fragments fragments;
    std::optional<int> lane; // whose elements stand out
};

[[nodiscard]] draw::DrawList fragments_figure(const FragmentsPicture& picture, draw::Size size, const draw::Style& style);

} // namespace warpstage::views
