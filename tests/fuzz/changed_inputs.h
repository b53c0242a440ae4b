// Runs a target on kept inputs with random changes, in a process of its own with limits. Not guided by coverage: tools/fuzz is.
// It needs no further build, so that every test run can do it for some seconds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::fuzz {

inline constexpr std::size_t kMaxBytes = 20'000; // of a kept input or example, as in tools/fuzz
inline constexpr std::size_t kMaxChangedBytes = 300'000; // of an input with changes: deep nesting needs many repetitions

// The same numbers on every computer.
class Chance {
public:
    explicit Chance(std::uint64_t seed)
        : m_state(seed)
    {
    }
    // 0 to count - 1; count > 0.
    [[nodiscard]] std::size_t below(std::size_t count);

private:
    std::uint64_t m_state;
};

// One of the inputs with one to eight changes: bits, numbers, parts removed, repeated, or taken from another input.
[[nodiscard]] std::string changed(const std::vector<std::string>& inputs, Chance& chance);

struct Limits {
    std::chrono::milliseconds all { 20'000 }; // then the process ends after its current input
    std::chrono::milliseconds one { 10'000 }; // CPU time for an input
    std::uint64_t memory = std::uint64_t { 1 } << 30U; // bytes in memory
};

struct ChangedRun {
    std::uint64_t inputs = 0;
    std::string failure; // a sentence; empty: none
    std::string input; // that failed
};

// `run` may be anything that takes the bytes of a file. Inputs depend on the seed and their number only.
[[nodiscard]] ChangedRun run_changed(const std::function<void(std::string_view)>& run, const std::vector<std::string>& inputs,
    std::uint64_t seed, const Limits& limits);

} // namespace warpstage::fuzz
