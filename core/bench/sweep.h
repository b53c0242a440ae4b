// A sweep: a variant measured with each of several values of a parameter, and the result as text, CSV and JSON.
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

// One load or store instruction of one block, evaluated for one architecture: wavefronts of shared memory or sectors of global
// memory.
struct SweptCost {
    std::uint64_t requests = 0;
    std::uint64_t moved = 0;
    std::uint64_t ideal = 0;
    // The part of `moved` that misses in the L1 cache: core/analysis/block/l1_reuse.h. Equal to `moved` if L1 is not modeled.
    std::uint64_t fetched = moved;

    // 0 if the ideal is 0.
    [[nodiscard]] double times_ideal() const
    {
        return ideal == 0 ? 0.0 : static_cast<double>(fetched) / static_cast<double>(ideal);
    }
};

struct SweptPoint {
    std::string value;
    MeasuredVariant line; // without samples if it did not run; its remark has the reason
    std::vector<SweptCost> costs; // by architecture
    std::vector<GpuEstimate> estimates {}; // by architecture; empty if measured on a GPU
};

struct Sweep {
    std::string lesson; // title
    std::string variant; // label
    std::string parameter; // id
    std::string others; // "n = 65536, block = 256"
    engine::Description engine;
    std::vector<std::string> architectures; // "CC 9.0"
    std::vector<std::string> gpus {}; // GPUs for which times are estimated, by architecture; empty if measured on a GPU
    bool shared = false; // true: wavefronts; false: sectors
    bool models_l1 = false; // for one of the architectures
    std::vector<SweptPoint> points;

    [[nodiscard]] bool emulated() const { return engine.kind == engine::EngineKind::vm; }
    // "wavefronts" or "sectors".
    [[nodiscard]] std::string unit() const { return shared ? "wavefronts" : "sectors"; }
};

struct SweepRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    const problem::Variant* variant = nullptr; // variant of that lesson; never null
    std::string parameter; // id
    std::vector<problem::Settings> steps; // one per value
    std::vector<arch::Architecture> architectures; // architectures for the analysis of block 0 and for the estimated times
    engine::SeriesRequest series;
    Checking checking = Checking::checked;
};

// The engine must have loaded the lesson. Errors: an unusable engine, contradictory settings, a variant without kernels, a kernel
// that the virtual machine does not support.
[[nodiscard]] Result<Sweep> run_sweep(engine::Engine& engine, const SweepRequest& request);

// The load or store of that memory with the largest excess; if none has an excess, the one with the most requests. `l1`: results
// for the same block, by program counter.
[[nodiscard]] SweptCost costliest_instruction(
    const analysis::KernelReport& report, bool shared, const std::map<std::uint32_t, analysis::L1Use>& l1 = {});

[[nodiscard]] std::string to_text(const Sweep& sweep);
[[nodiscard]] std::string to_csv(const Sweep& sweep); // one row per value and architecture
[[nodiscard]] nlohmann::json to_json(const Sweep& sweep);

// `name` is the file name for the error message. Errors: invalid JSON, not a sweep.
[[nodiscard]] Result<Sweep> sweep_from_json(std::string_view text, std::string_view name);

} // namespace warpstage::bench
