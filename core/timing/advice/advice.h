// What to change in a kernel, from the causes of its time: a table of patterns, each with the recorded facts that it requires.
#pragma once

#include "core/timing/advice/edit.h"
#include "core/timing/what_if/what_if.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

struct AdviceFacts {
    const Why* why = nullptr; // never null
    const std::vector<std::string>* source = nullptr; // lines of the kernel's file, the first is line 1; null: unknown
};

struct AdvicePattern;

struct Advice {
    const AdvicePattern* pattern = nullptr;
    std::size_t cause = 0; // index into Why::causes
    std::string sentence; // "Add one column to the shared array `tile`: 32 wavefronts per request, ideal 1."
    double share = 0.0; // of the launch's time, as estimated without the cause; for a hidden cause, after the other one
    std::optional<Edit> edit {}; // that does it and keeps the results; nothing: no edit is known to be safe
};

struct AdvicePattern {
    std::string_view id; // "pad-tile"
    std::string_view causes; // ids of the causes that it removes, separated by blanks
    double least_share = 0.05; // of the time that the removal gains, for the advice to be given
    // What to do: "Add one column to the shared array `tile`". Nothing: the recorded facts do not permit the advice.
    std::optional<std::string> (*what)(const CauseGain& gain, const AdviceFacts& facts) = nullptr;
    std::string_view shown_in; // lesson and variant that show the change: "transpose/padded"; empty: none
    // The change; nothing: it cannot be applied safely. Null: there is no mechanical edit.
    std::optional<Edit> (*edit)(const CauseGain& gain, const AdviceFacts& facts) = nullptr;
    // Whether it changes one line with the cause, or all lines of the kernel that have it.
    enum class Lines : std::uint8_t { one, all };
    Lines lines = Lines::one;
};

// Whether it has an edit of the source and of nothing else.
[[nodiscard]] bool changes_only_source(const Advice& advice);

[[nodiscard]] std::span<const AdvicePattern> all_advice();

inline constexpr std::size_t kMaxAdvice = 3;
// The largest gains first, at most kMaxAdvice, each pattern once.
[[nodiscard]] std::vector<Advice> advice_for(const AdviceFacts& facts);

// "−45 %", of a share, with a no-break space. A share below zero: "+12 %".
[[nodiscard]] std::string gain_words(double share);
// "Lesson transpose, variant padded, shows the change."; empty: no lesson does.
[[nodiscard]] std::string example_words(const AdvicePattern& pattern);
// One sentence if no change of the program gains much: what limits the launch. Empty: there is advice.
[[nodiscard]] std::string conclusion_of(const Why& why, const std::vector<Advice>& advice);

} // namespace warpstage::timing
