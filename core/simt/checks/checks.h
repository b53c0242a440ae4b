// What a checked run looks for beyond what every run looks for (bounds, alignment, barriers, budget).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::simt {

enum class RaceCheck : std::uint8_t {
    off,
    // Lanes of one warp are taken to run in step, as they did before Volta: code without __syncwarp() passes.
    warps_in_step,
    // Lanes of one warp are ordered by __syncwarp() and collectives alone (CUDA C++ Programming Guide, "Independent Thread
    // Scheduling").
    all,
};

struct Checks {
    bool memory = false; // reads of shared and global memory that nobody has written
    RaceCheck races = RaceCheck::off; // in a block on shared memory, between blocks on global memory

    bool operator==(const Checks&) const = default;

    [[nodiscard]] bool any() const { return memory || races != RaceCheck::off; }
};

inline constexpr Checks kNoChecks {};
inline constexpr Checks kAllChecks { true, RaceCheck::all };

// What the command line and the fixtures call them.
struct NamedChecks {
    std::string_view name;
    Checks checks;
};
inline constexpr std::array<NamedChecks, 5> kNamedChecks { {
    { "off", kNoChecks },
    { "memory", { true, RaceCheck::off } },
    { "races", { false, RaceCheck::all } },
    { "all", kAllChecks },
    { "all-in-step", { true, RaceCheck::warps_in_step } },
} };
[[nodiscard]] std::optional<Checks> find_checks(std::string_view name);

} // namespace warpstage::simt
