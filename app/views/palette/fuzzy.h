// How well a name answers what somebody types to find it.
#pragma once

#include <optional>
#include <string_view>

namespace warpstage::views {

// Each word that is typed has to be in the name, its letters in their order but not necessarily side by side; capitals do not
// matter. Larger is better: letters at the beginning of words and side by side count most, then short names. Nothing: a word is
// not in the name. Nothing typed fits everything. Both are UTF-8; bytes that are not match nothing typed.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view typed, std::string_view name);

// What is beside the name: each word that is typed has to begin a word of the name or of these. Words in the name count as in
// fuzzy_score(), others little.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view typed, std::string_view name, std::string_view beside);

} // namespace warpstage::views
