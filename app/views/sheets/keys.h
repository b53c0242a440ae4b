// A key of the stage with its description, for the line of keys and for the help sheet.
#pragma once

#include "core/base/words.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpstage::views {

// The presenter's purpose of a key; each is a heading of the help sheet.
enum class KeyGroup : std::uint8_t { walk, look, step, present, save };
inline constexpr std::array<std::string_view, 5> kKeyGroups { marked("Navigate"), marked("View"), marked("Step"),
    marked("Present"), marked("Save") };

[[nodiscard]] constexpr std::string_view name_of(KeyGroup group)
{
    return kKeyGroups.at(static_cast<std::size_t>(group));
}

struct KeyWords {
    std::string_view keys;
    std::string_view brief; // for the line of keys; empty: only on the sheet
    std::string_view meaning;
    KeyGroup group = KeyGroup::walk;
};

// For a window without keys.
[[nodiscard]] inline const std::vector<KeyWords>& no_keys()
{
    static const std::vector<KeyWords> none;
    return none;
}

} // namespace warpstage::views
