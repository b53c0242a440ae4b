// Results of `warpstage tune`, kept in the user's settings (tuned.toml): the values of tunable parameters with which a variant is
// fastest on a device, by size class. One table [[tuned]] each:
//
//   [[tuned]]
//   device = "NVIDIA H200"
//   lesson = "nbody"
//   variant = "several"
//   size = "2^16"
//   values = { bodies = "8", slices = "66" }
//   note = "2.51 T interactions/s"
#pragma once

#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

using ParameterValues = std::map<std::string, std::string, std::less<>>; // by parameter

struct TunedVariant {
    std::string device; // "NVIDIA H200"
    std::string lesson;
    std::string variant;
    std::string size; // see size_class()
    ParameterValues values;
    std::string note; // for display
};

class TunedSettings {
public:
    // Null if there is no result for this.
    [[nodiscard]] const TunedVariant* find(
        std::string_view device, std::string_view lesson, std::string_view variant, std::string_view size) const;
    // Replaces an earlier result for the same key.
    void put(TunedVariant found);

    [[nodiscard]] const std::vector<TunedVariant>& all() const { return m_all; }
    [[nodiscard]] std::string to_toml() const;

private:
    std::vector<TunedVariant> m_all;
};

// The readable tables of the file, and "NAME:LINE: SENTENCE" for the others.
struct ReadTunedSettings {
    TunedSettings settings;
    std::vector<std::string> mistakes;
};
[[nodiscard]] ReadTunedSettings read_tuned_settings(std::string_view text, std::string_view name);

// The power of two up to the parameter `n`, which every problem with sizes has, and the type if it can be chosen: "2^16",
// "2^11 double"; "any" without `n`.
[[nodiscard]] std::string size_class(const problem::Problem& problem, const problem::Settings& settings);

} // namespace warpstage::lesson
