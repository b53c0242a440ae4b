// The additional checks of a checked run (every run checks bounds, alignment, barriers and budget).
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace warpstage::simt {

enum class RaceCheck : std::uint8_t {
    off,
    // Lanes of a warp are assumed to run in lock step, as before Volta: code without __syncwarp() passes.
    warps_in_step,
    // Lanes of a warp are ordered only by __syncwarp() and collectives (CUDA C++ Programming Guide, "Independent Thread
    // Scheduling").
    all,
};

// How a memory operation takes part in the order of the memory model (PTX ISA, 8.4 "Strong operations").
enum class Strength : std::uint8_t {
    weak,
    is_volatile, // strong, but code for lanes in step uses it as well
    strong, // relaxed, acquire, release, mmio
};

// The threads for which a strong operation, a fence or a release counts (PTX ISA, 8.5 "Scope"). A launch runs on one device, so
// .sys is as .gpu.
enum class Scope : std::uint8_t { block, cluster, device };

struct Checks {
    bool memory = false; // reads of uninitialized shared and global memory
    RaceCheck races = RaceCheck::off; // on shared memory within a block, on global memory within and between blocks

    bool operator==(const Checks&) const = default;

    [[nodiscard]] bool any() const { return memory || races != RaceCheck::off; }
};

inline constexpr Checks kNoChecks {};
inline constexpr Checks kAllChecks { true, RaceCheck::all };

// Names on the command line and in the fixtures.
struct NamedChecks {
    std::string_view name;
    Checks checks;
};
// The last four are the tools of compute-sanitizer, as aliases of the check that includes them.
inline constexpr std::array<NamedChecks, 9> kNamedChecks { {
    { "off", kNoChecks },
    { "memory", { true, RaceCheck::off } },
    { "races", { false, RaceCheck::all } },
    { "all", kAllChecks },
    { "all-in-step", { true, RaceCheck::warps_in_step } },
    { "memcheck", { true, RaceCheck::off } },
    { "initcheck", { true, RaceCheck::off } },
    { "synccheck", { true, RaceCheck::off } },
    { "racecheck", { false, RaceCheck::all } },
} };
// What all names of a list separated by commas find together, for example "memory,races". Errors: an unknown name, with the known
// ones, and `off` beside others.
[[nodiscard]] Result<Checks> find_checks(std::string_view list);

} // namespace warpstage::simt
