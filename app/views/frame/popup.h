// What lies over the whole window: a sheet in its middle on a veil, through which the rest is still seen a little.
#pragma once

#include "app/views/view.h"

#include <utility>

namespace warpstage::views {

inline constexpr std::uint8_t kVeilAlpha = 200;

[[nodiscard]] inline DrawList veiled(DrawList sheet, const Scope& scope)
{
    const Size window = scope.size;
    DrawList list { window };
    list.add(Box { { 0, 0, window.width, window.height }, scope.style.background.with_alpha(kVeilAlpha), {}, 1.0F, 0.0F });
    const Point corner { (window.width - sheet.size.width) / 2, (window.height - sheet.size.height) / 2 };
    list.append(std::move(sheet), corner);
    return list;
}

} // namespace warpstage::views
