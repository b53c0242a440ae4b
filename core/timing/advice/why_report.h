// The causes of a launch's time and what to change, as plain values, text and JSON: for `warpstage run --why` and the report of
// `warpstage exec`.
#pragma once

#include "core/timing/advice/advice.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::timing {

struct WhyReport {
    struct Row {
        std::string id; // of the cause: "bank-conflicts"
        std::uint32_t line = 0; // 0: the whole kernel, or several lines
        std::string degree;
        std::chrono::nanoseconds without { 0 }; // estimated time of the launch; of a hidden cause without both
        double share = 0.0; // of the launch's time that the removal gains
        std::string after; // id of the cause that hides it; empty: none
        double share_after = 0.0;
        std::vector<std::uint32_t> lines {}; // of a cause in several lines; else empty
    };
    // A piece of advice that is a mechanical change of the kernel's file.
    struct Change {
        std::size_t advice = 0; // index into WhyReport::advice
        std::vector<ChangedLines> lines;
    };
    std::string gpu;
    std::string kernel;
    std::chrono::nanoseconds now { 0 };
    std::vector<Row> rows; // as Why::causes
    std::vector<std::string> advice; // sentences; without advice one about the limit
    std::vector<Change> changes; // in the order of the advice
};

// `source`: lines of the kernel's file; null: unknown.
[[nodiscard]] WhyReport report_of(const Why& why, const std::vector<std::string>* source);

// "Why the launch takes 269 µs …", a line per cause, the advice.
[[nodiscard]] std::string to_text(const WhyReport& report);
[[nodiscard]] nlohmann::json to_json(const WhyReport& report);
// What to_json() has written. Throws nlohmann::json::exception for anything else.
[[nodiscard]] WhyReport why_report_of(const nlohmann::json& json);

} // namespace warpstage::timing
