// The speed of light of a GPU: rates that were measured on it once, and what they allow a plan at the most.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/timing_summary.h"
#include "core/problem/plan.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::engine {

struct LimitKind {
    problem::Resource resource = problem::Resource::copied_bytes;
    std::string_view name; // of tables, after "% of": "copy"
    std::string_view unit; // "B/s"
    std::string_view what; // a line for people
};

// One of each resource, in the order of their numbers.
inline constexpr std::array<LimitKind, 7> kLimitKinds { {
    { problem::Resource::copied_bytes, "copy", "B/s", "memory copied, bytes read and bytes written" },
    { problem::Resource::read_bytes, "read", "B/s", "memory read" },
    { problem::Resource::shared_bytes, "shared", "B/s", "shared memory read" },
    { problem::Resource::fp32, "FMA", "/s", "fp32 multiply-adds, each two operations" },
    { problem::Resource::fp64, "FP64 FMA", "/s", "fp64 multiply-adds, each two operations" },
    { problem::Resource::rsqrt, "rsqrt", "/s", "reciprocal square roots, approximate" },
    { problem::Resource::issue, "issue", "/s", "instructions of lanes, whatever they compute" },
} };

[[nodiscard]] const LimitKind& limit_kind(problem::Resource resource);

struct Rate {
    double median = 0.0; // units a second
    double minimum = 0.0;
    double maximum = 0.0;
    std::size_t samples = 0; // 0: not measured
    bool operator==(const Rate&) const = default;
};

struct Limits {
    std::string device; // "NVIDIA H200"
    std::string driver; // "driver 580.159"
    std::uint32_t clock_megahertz = 0;
    std::array<Rate, kLimitKinds.size()> rates {}; // by resource
    TimingSummary launch; // of a kernel that does nothing, one behind the other in a stream
    TimingSummary graph_launch; // the same out of a CUDA graph; no samples: not measured

    [[nodiscard]] const Rate& of(problem::Resource resource) const { return rates[static_cast<std::size_t>(resource)]; }
};

// Whether these were measured on this machine as it is now: another driver or clock may change every rate.
[[nodiscard]] bool is_of(const Limits& limits, const Description& machine);

struct Limit {
    double merit = 0.0; // the largest that the plan can have, in its unit
    std::string name; // what is exhausted then: "copy"
};

// What the scarcest resource allows. Nothing for a plan that does not say what it needs, that the processor has a part in, or
// where one of the rates is not known.
[[nodiscard]] std::optional<Limit> limit_of(const problem::Plan& plan, const Limits& limits);

// Whether steps of `launches` kernels last hardly longer than launching does: then their time says nothing about the kernels.
[[nodiscard]] bool is_launch_bound(std::chrono::nanoseconds step, std::uint32_t launches, const Limits& limits);

} // namespace warpstage::engine
