// A mechanical change of a kernel's source text or of its launch that should keep its results.
#pragma once

#include "core/problem/launch_change.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

struct Edit {
    std::string source {}; // whole new text of the kernel's file; empty: unchanged
    std::optional<problem::LaunchChange> launch {}; // nothing: unchanged

    bool operator==(const Edit&) const = default;
};

// Lines that an edit replaces or inserts.
struct ChangedLines {
    std::uint32_t line = 0; // the first of `before`, or the line before which the others are inserted
    std::vector<std::string> before {}; // empty: inserted
    std::vector<std::string> after {};
};
// "   12 - int tile[16][16];" and the new lines with "+", one per line.
[[nodiscard]] std::string to_text(const std::vector<ChangedLines>& changes);
[[nodiscard]] nlohmann::json to_json(const std::vector<ChangedLines>& changes);
// What to_json() has written. Throws nlohmann::json::exception for anything else.
[[nodiscard]] std::vector<ChangedLines> changed_lines_of(const nlohmann::json& json);

// Each run of changed lines of two texts. Of edits that replace lines one by one or insert some; none removes a line.
[[nodiscard]] std::vector<ChangedLines> changed_lines(std::string_view before, std::string_view after);

} // namespace warpstage::timing
