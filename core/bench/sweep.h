// A variant with one value of a parameter after the other: the run, and what it found as text, CSV and JSON.
#pragma once

#include "core/analysis/block/l1_reuse.h"
#include "core/analysis/kernel_report.h"
#include "core/arch/architecture.h"
#include "core/bench/estimate_table.h"
#include "core/bench/measure_variant.h"
#include "core/bench/measured_variant.h"
#include "core/engine/engine.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::bench {

// One load or store instruction of one block by one architecture's rules: wavefronts of shared memory or sectors of global
// memory.
struct SweptCost {
    std::uint64_t requests = 0;
    std::uint64_t moved = 0;
    std::uint64_t ideal = 0;
    // Of `moved`, what an L1 cache does not hold already: core/analysis/block/l1_reuse.h. The same number where none is modeled.
    std::uint64_t fetched = moved;

    // 0 where nothing was ideal.
    [[nodiscard]] double times_ideal() const
    {
        return ideal == 0 ? 0.0 : static_cast<double>(fetched) / static_cast<double>(ideal);
    }
};

struct SweptPoint {
    std::string value;
    MeasuredVariant line; // without samples where it did not run; then its remark says why
    std::vector<SweptCost> costs; // by architecture
    std::vector<GpuEstimate> estimates {}; // likewise; empty where a GPU was measured
};

struct Sweep {
    std::string lesson; // title
    std::string variant; // label
    std::string parameter; // id
    std::string others; // "n = 65536, block = 256"
    engine::Description engine;
    std::vector<std::string> architectures; // "CC 9.0"
    std::vector<std::string> gpus {}; // that times are estimated for, by architecture; empty where a GPU was measured
    bool shared = false; // wavefronts, not sectors
    bool models_l1 = false; // of one of the architectures
    std::vector<SweptPoint> points;

    [[nodiscard]] bool emulated() const { return engine.kind == engine::EngineKind::vm; }
    // "wavefronts" or "sectors".
    [[nodiscard]] std::string unit() const { return shared ? "wavefronts" : "sectors"; }
};

struct SweepRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    const problem::Variant* variant = nullptr; // of that lesson; never null
    std::string parameter; // id
    std::vector<problem::Settings> steps; // one for each value
    std::vector<arch::Architecture>
        architectures; // that block 0 is evaluated for, and times of the virtual machine are estimated
    engine::SeriesRequest series;
    Checking checking = Checking::checked;
};

// The engine must have loaded the lesson. Errors: an engine that is unusable, settings that do not fit together, a variant
// without kernels, a kernel that the virtual machine cannot run.
[[nodiscard]] Result<Sweep> run_sweep(engine::Engine& engine, const SweepRequest& request);

// Of the load or store of that memory that wastes most; where none does, of the one with the most requests.
// `l1`: of the same block, by program counter.
[[nodiscard]] SweptCost costliest_instruction(
    const analysis::KernelReport& report, bool shared, const std::map<std::uint32_t, analysis::L1Use>& l1 = {});

[[nodiscard]] std::string to_text(const Sweep& sweep);
[[nodiscard]] std::string to_csv(const Sweep& sweep); // a row for each value and architecture
[[nodiscard]] nlohmann::json to_json(const Sweep& sweep);

// `name` is that of the file, for the sentence. Errors: no JSON, no sweep.
[[nodiscard]] Result<Sweep> sweep_from_json(std::string_view text, std::string_view name);

} // namespace warpstage::bench
