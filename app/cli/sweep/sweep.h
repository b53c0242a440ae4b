// A variant with one value of a parameter after the other: the run, and what it found as text, CSV, JSON and as curves.
#pragma once

#include "app/cli/command_line.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/kernel_report.h"
#include "core/bench/measured_variant.h"
#include "core/engine/engine.h"

#include <nlohmann/json_fwd.hpp>

namespace warpstage::cli {

struct SweptParameter {
    std::string id; // "offset"
    std::vector<std::string> values; // as --set would take them
};

// "offset=0..32", "stride=1..32:2" (steps of 2) or "block=64,128,256". Errors: none of these, an empty range, more values than
// anybody reads.
[[nodiscard]] Result<SweptParameter> parse_swept(std::string_view text);

struct SweepRequest {
    std::string lesson;
    std::string variant;
    SweptParameter parameter;
    std::vector<std::string> architectures; // whose rules; empty: 9.0
    std::uint32_t repeat = 11; // samples of each value
    bool check = true;
};

// One load or store instruction of one block by one architecture's rules: wavefronts of shared memory or sectors of global
// memory.
struct SweptCost {
    std::uint64_t requests = 0;
    std::uint64_t moved = 0;
    std::uint64_t ideal = 0;
};

struct SweptPoint {
    std::string value;
    bench::MeasuredVariant line; // without samples where it did not run; then its remark says why
    std::vector<SweptCost> costs; // by architecture
};

struct Sweep {
    std::string lesson; // title
    std::string variant; // label
    std::string parameter; // id
    std::string others; // "n = 65536, block = 256"
    engine::Description engine;
    std::vector<std::string> architectures; // "CC 9.0"
    bool shared = false; // wavefronts, not sectors
    std::vector<SweptPoint> points;

    [[nodiscard]] bool emulated() const { return engine.kind == engine::EngineKind::vm; }
    // "wavefronts" or "sectors".
    [[nodiscard]] std::string unit() const { return shared ? "wavefronts" : "sectors"; }
};

// Refuses: unknown names and values, all before any run; an engine that is unusable, a kernel that the virtual machine cannot
// run.
[[nodiscard]] Sweep sweep_over(const Common& common, const SweepRequest& request);

// Of the load or store of that memory that wastes most; where none does, of the one with the most requests.
[[nodiscard]] SweptCost costliest_instruction(const analysis::KernelReport& report, bool shared);

[[nodiscard]] std::string to_text(const Sweep& sweep);
[[nodiscard]] std::string to_csv(const Sweep& sweep); // a row for each value and architecture
[[nodiscard]] nlohmann::json to_json(const Sweep& sweep);

// `name` is that of the file, for the sentence. Errors: no JSON, no sweep.
[[nodiscard]] Result<Sweep> sweep_from_json(std::string_view text, std::string_view name);

// Measured on a GPU: the rate. Else what each architecture moves for what was needed, computed: a rate that the virtual machine
// emulates says nothing about memory. Errors: values that are no numbers, fewer than two of them.
[[nodiscard]] Result<views::Exhibit> curves_of(const Sweep& sweep);

} // namespace warpstage::cli
