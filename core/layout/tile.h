// The second operand of a division, a product or a composition by modes: CuTe's "tiler", a tuple of layouts, of integers (a
// number of elements that are next to each other) and of `_` (the whole mode).
#pragma once

#include "core/layout/layout.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::layout {

struct Tile {
    struct Underscore {
        bool operator==(const Underscore&) const = default;
    };
    using Modes = std::vector<Tile>;

    std::variant<std::int64_t, Layout, Underscore, Modes> value;

    [[nodiscard]] bool is_tuple() const { return std::holds_alternative<Modes>(value); }
    [[nodiscard]] const Modes& modes() const { return std::get<Modes>(value); }

    bool operator==(const Tile&) const = default;
};

// "(4:1,8,_)"
[[nodiscard]] std::string text_of(const Tile& tile);

} // namespace warpstage::layout
