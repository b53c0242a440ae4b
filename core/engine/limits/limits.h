// Peak rates of a GPU, measured once, and the resulting upper bound for a plan.
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
    std::string_view name; // for tables: "copy"
    std::string_view unit; // "B/s"
    std::string_view what; // description
};

// One element per resource, in the order of the enumeration.
inline constexpr std::array<LimitKind, 7> kLimitKinds { {
    { problem::Resource::copied_bytes, "copy", "B/s", "global memory copy, bytes read plus bytes written" },
    { problem::Resource::read_bytes, "read", "B/s", "global memory read" },
    { problem::Resource::shared_bytes, "shared", "B/s", "shared memory read" },
    { problem::Resource::fp32, "FMA", "/s", "fp32 multiply-adds, two operations each" },
    { problem::Resource::fp64, "FP64 FMA", "/s", "fp64 multiply-adds, two operations each" },
    { problem::Resource::rsqrt, "rsqrt", "/s", "reciprocal square roots, approximate" },
    { problem::Resource::issue, "issue", "/s", "thread instructions of any kind" },
} };

[[nodiscard]] const LimitKind& limit_kind(problem::Resource resource);

struct Rate {
    double median = 0.0; // units per second
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
    TimingSummary launch; // of empty kernels back to back in a stream
    TimingSummary graph_launch; // the same in a CUDA graph; no samples: not measured

    [[nodiscard]] const Rate& of(problem::Resource resource) const { return rates[static_cast<std::size_t>(resource)]; }
};

// Whether these were measured on this device with the same driver and clock, which affect every rate.
[[nodiscard]] bool is_of(const Limits& limits, const Description& machine);

struct Limit {
    double merit = 0.0; // upper bound for the plan, in its unit
    std::string name; // limiting resource: "copy"
};

// The bound by the scarcest resource. Nothing for a plan without stated requirements, with host work, or with an unknown rate.
[[nodiscard]] std::optional<Limit> limit_of(const problem::Plan& plan, const Limits& limits);

// Whether steps of `launches` kernels take hardly longer than their launches: then their time does not reflect the kernels.
[[nodiscard]] bool is_launch_bound(std::chrono::nanoseconds step, std::uint32_t launches, const Limits& limits);

} // namespace warpstage::engine
