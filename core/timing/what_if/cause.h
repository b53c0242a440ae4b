// A cause of a kernel's time, and the table of all kinds of causes.
#pragma once

#include "core/arch/occupancy.h"
#include "core/timing/what_if/scenario.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::timing {

struct CauseKind;

// What takes many machine instructions.
enum class SlowKind : std::uint8_t { function, division, long_integer, integer_division };

struct Cause {
    const CauseKind* kind = nullptr; // set by causes_of()
    std::uint32_t line = 0; // of the source; 0: the whole kernel, or no location
    std::vector<std::uint32_t> lines {}; // of a cause in several lines: all of them, `line` among them; else empty
    std::uint32_t index = 0; // a pipe, or the first program counter of the line
    // Of requests: what they take relative to the least. Of traffic beyond L1: sectors requested by a block relative to different
    // ones. Of copies under way: share of the waits after which none is. Of newer copies: groups that the
    // wait could leave under way. Of shared memory: requests to read relative to those to write. Of index arithmetic: share
    // outside of loops. Of a barrier: share of its executions that separate nothing (causes/separated.h). Of occupancy: blocks
    // per multiprocessor without it. Of the tail: blocks per multiprocessor on average relative to the most. Of loop control:
    // iterations of the loop, 0 if it is unrolled already. Of a busy pipe: share of its instructions that convert from or to
    // double. 0: unknown.
    double ratio = 0.0;
    double per_request = 0.0; // of uncoalesced access: sectors
    double known_ratio = 0.0; // of traffic beyond L1: `ratio` of the loads whose addresses no loaded data determine
    bool indirect = false; // of uncoalesced access: loaded data determine the addresses, as in a[index[i]]
    SlowKind slow = SlowKind::function; // of a slow sequence
    std::vector<arch::Resource> limits {}; // of occupancy: the resources that limit the resident blocks
    std::string degree {}; // recorded facts: "32 wavefronts per request, ideal 1"; may be empty

    [[nodiscard]] bool has_several_lines() const { return !lines.empty(); }
};
// "line 62", "lines 41, 42, 45", "lines 41, 42, 45 and more"; empty: the whole kernel.
[[nodiscard]] std::string place_words(std::uint32_t line, const std::vector<std::uint32_t>& lines);

// What can remove a cause: a change of the kernel or of its launch, or only a GPU with more of a resource.
enum class Remedy : std::uint8_t { program, hardware };

struct CauseKind {
    std::string_view id; // "bank-conflicts": in JSON and tests
    std::string_view name; // "Bank conflicts"
    std::string_view without; // the assumption of the what-if: "each request takes its ideal number of wavefronts"
    Remedy remedy = Remedy::program;
    std::string_view includes {}; // ids of causes that are removed with it, separated by blanks
    // Only what recorded facts show; empty: the launch does not have it, or the model does not know it. `now`: the present run.
    std::vector<Cause> (*find)(const Scenario& scenario, const Simulation& now) = nullptr;
    void (*remove)(const Cause& cause, Scenario& scenario) = nullptr;
    bool in_several_lines = false; // if several lines have it, it is also removed from all of them
};

// The table. A cause is added by its two functions in a file of causes/ and a row.
[[nodiscard]] std::span<const CauseKind> all_causes();
// Null: no such cause.
[[nodiscard]] const CauseKind* find_cause(std::string_view id);

// Whether the list of ids, separated by blanks, contains the id.
[[nodiscard]] bool contains_id(std::string_view ids, std::string_view id);

[[nodiscard]] std::vector<Cause> causes_of(const Scenario& scenario, const Simulation& now);

} // namespace warpstage::timing
