// What `warpstage tune` has found, kept in the user's settings (tuned.toml): which values of tunable parameters make a variant
// fastest on a machine at sizes of a class. One table [[tuned]] each:
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
    std::string note; // for people
};

class TunedSettings {
public:
    // Null where there is nothing for this.
    [[nodiscard]] const TunedVariant* find(
        std::string_view device, std::string_view lesson, std::string_view variant, std::string_view size) const;
    // Takes the place of what was found for the same before.
    void put(TunedVariant found);

    [[nodiscard]] const std::vector<TunedVariant>& all() const { return m_all; }
    [[nodiscard]] std::string to_toml() const;

private:
    std::vector<TunedVariant> m_all;
};

// What can be read of the file, and "NAME:LINE: SENTENCE" for what cannot.
struct ReadTunedSettings {
    TunedSettings settings;
    std::vector<std::string> mistakes;
};
[[nodiscard]] ReadTunedSettings read_tuned_settings(std::string_view text, std::string_view name);

// The power of two up to the parameter `n`, which every problem with sizes has, and the type where there is a choice: "2^16",
// "2^11 double"; "any" without `n`.
[[nodiscard]] std::string size_class(const problem::Problem& problem, const problem::Settings& settings);

} // namespace warpstage::lesson
