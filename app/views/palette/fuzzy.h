// How well a name matches what the user types to find it.
#pragma once

#include <optional>
#include <string_view>

namespace warpstage::views {

// Each typed word must occur in the name: its letters in order, but not necessarily adjacent; case is ignored. A larger score is
// better: letters at the beginning of words and adjacent letters count most, then short names. Empty: a typed word is not in the
// name. Empty input matches everything. Both are UTF-8; invalid bytes do not match.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view typed, std::string_view name);

// Keywords beside the name: each typed word must match the beginning of a word of the name or of the keywords. Words in the name
// count as in fuzzy_score(), keywords count little.
[[nodiscard]] std::optional<int> fuzzy_score(std::string_view typed, std::string_view name, std::string_view beside);

} // namespace warpstage::views
