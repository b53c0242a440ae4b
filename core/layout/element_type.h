// Names of the types of matrix elements, as in the PTX ISA.
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warpstage::layout {

struct ElementType {
    std::string_view name;
    int bits = 0;
};
inline constexpr std::array kElementTypes { ElementType { "f16", 16 }, ElementType { "bf16", 16 }, ElementType { "f32", 32 },
    ElementType { "tf32", 32 }, ElementType { "f64", 64 }, ElementType { "e4m3", 8 }, ElementType { "e5m2", 8 },
    ElementType { "s8", 8 }, ElementType { "u8", 8 }, ElementType { "s16", 16 }, ElementType { "s32", 32 },
    ElementType { "e2m1", 4 }, ElementType { "s4", 4 }, ElementType { "u4", 4 } };

[[nodiscard]] inline Result<ElementType> parse_element_type(std::string_view name)
{
    const auto found = std::ranges::find(kElementTypes, name, &ElementType::name);
    if (found != kElementTypes.end())
        return *found;
    std::vector<std::string> names;
    for (const ElementType& type : kElementTypes)
        names.emplace_back(type.name);
    return Error { fmt::format("Unknown element type `{}`. Use {}.", name, text::alternatives(names)) };
}

} // namespace warpstage::layout
