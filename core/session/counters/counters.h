// Counts on request over the whole launch of the current variant: hardware counters with their prediction, the heat map and the
// waves of the kernel, rounding errors. Results of an earlier variant, settings or kernels are discarded.
#pragma once

#include "core/analysis/recording/heat_map.h"
#include "core/analysis/recording/rounding_errors.h"
#include "core/arch/architecture.h"
#include "core/arch/traits.h"
#include "core/base/latest.h"
#include "core/lesson/cues/cue.h"
#include "core/session/run/program.h"

#include <memory>
#include <stop_token>
#include <string>

namespace warpstage::session {

struct CounterRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // of the prediction without a GPU
    std::string no_gpu; // why no hardware counters are available; empty: a GPU counts
    int gpu = 0; // its index
    std::shared_ptr<const void> gpu_use; // released when the GPU is no longer needed
};

// Hardware counters and their prediction: runs the step once under CUPTI, then every block on the virtual machine, evaluated for
// the GPU that counted. Blocks until done. If something cannot be measured or predicted, the view contains the reason.
[[nodiscard]] CounterView count_and_predict(CounterRequest& request, const std::stop_token& stop);

class Counters {
public:
    // The counting functions; tests replace them.
    using CountHardware = Latest<CounterRequest, CounterView>::Compute;
    using MapKernel = Latest<analysis::HeatRequest, std::shared_ptr<const HeatMap>>::Compute;
    using FindWaves = Latest<timing::EstimateRequest, std::shared_ptr<const timing::Waves>>::Compute;
    using FindErrors = Latest<analysis::RoundingRequest, std::shared_ptr<const analysis::RoundingErrors>>::Compute;

    Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count = default_count(),
        MapKernel map = default_map(), FindWaves find = default_waves(), FindErrors find_errors = default_rounding());

    void request_hardware();
    void request_heat() { m_heat_due = true; }
    void request_waves() { m_waves_due = true; }
    void request_rounding() { m_rounding_due = true; }
    void select_for_cue(const lesson::Cue& cue);
    // Returns immediately; the computation may take a while to stop.
    void forget();

    void collect();
    // Starts requested counts. `no_gpu`: why no GPU counts; empty: the engine must be idle until !holds_gpu(). `gpu`: index.
    void start_hardware(const arch::Traits& traits, std::string no_gpu, int gpu);
    void start_heat(const arch::Traits& traits);
    void start_waves(const arch::Architecture& architecture);
    void start_rounding();
    // Whether counters are being collected on the GPU: no other kernels may be launched, as they would be counted too.
    [[nodiscard]] bool holds_gpu() const { return !m_gpu_use.expired(); }
    void wait_until_idle();

    [[nodiscard]] CounterSection section() const { return { m_hardware, m_heat, m_waves, m_rounding }; }

    [[nodiscard]] static CountHardware default_count();
    [[nodiscard]] static MapKernel default_map();
    [[nodiscard]] static FindWaves default_waves();
    [[nodiscard]] static FindErrors default_rounding();

private:
    // Null, with the notice `otherwise`: the current variant runs no kernel.
    [[nodiscard]] std::shared_ptr<const problem::Plan> plan_with_kernel(const char* otherwise);

    Program& m_program;
    Notices& m_notices;
    Urgency m_urgency;
    std::shared_ptr<const CounterView> m_hardware;
    bool m_hardware_due = false; // to start when the engine is idle
    std::weak_ptr<const void> m_gpu_use; // held by the requests that use the GPU
    std::shared_ptr<const HeatMap> m_heat;
    bool m_heat_due = false;
    std::shared_ptr<const timing::Waves> m_waves;
    bool m_waves_due = false;
    std::shared_ptr<const analysis::RoundingErrors> m_rounding;
    bool m_rounding_due = false;
    Latest<CounterRequest, CounterView> m_hardware_worker;
    Latest<analysis::HeatRequest, std::shared_ptr<const HeatMap>> m_heat_worker;
    Latest<timing::EstimateRequest, std::shared_ptr<const timing::Waves>> m_waves_worker;
    Latest<analysis::RoundingRequest, std::shared_ptr<const analysis::RoundingErrors>> m_rounding_worker;
};

} // namespace warpstage::session
