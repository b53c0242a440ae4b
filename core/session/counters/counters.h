// Counts on request over the whole launch of the current variant: hardware counters with their prediction, the heat map and the
// waves of the kernel, rounding errors. Results of an earlier variant, settings or kernels are discarded.
#pragma once

#include "core/analysis/recording/heat_map.h"
#include "core/analysis/recording/rounding_errors.h"
#include "core/arch/architecture.h"
#include "core/arch/traits.h"
#include "core/base/latest.h"
#include "core/lesson/cues/cue.h"
#include "core/session/counters/on_request.h"
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
    using Heat = OnRequest<analysis::HeatRequest, HeatMap>;
    using Waves = OnRequest<timing::EstimateRequest, timing::Waves>;
    using Rounding = OnRequest<analysis::RoundingRequest, analysis::RoundingErrors>;

    Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count = default_count(),
        Heat::Compute heat = default_heat(), Waves::Compute waves = default_waves(),
        Rounding::Compute rounding = default_rounding());

    void request_hardware();
    void request_heat() { m_heat.request(); }
    void request_waves() { m_waves.request(); }
    void request_rounding() { m_rounding.request(); }
    void select_for_cue(const lesson::Cue& cue);
    // Returns immediately; the computation may take a while to stop.
    void forget();

    void collect();
    // Starts requested counts. `no_gpu`: why no GPU counts; empty: the engine must be idle until !holds_gpu(). `gpu`: index.
    void start_hardware(const arch::Traits& traits, std::string no_gpu, int gpu);
    // On the virtual machine: the heat map for `traits`, the waves for the GPU of `timed`, rounding errors.
    void start_on_vm(const arch::Traits& traits, const arch::Architecture& timed);
    // Whether counters are being collected on the GPU: no other kernels may be launched, as they would be counted too.
    [[nodiscard]] bool holds_gpu() const { return !m_gpu_use.expired(); }
    void wait_until_idle();

    [[nodiscard]] CounterSection section() const
    {
        return { m_hardware, m_heat.result(), m_waves.result(), m_rounding.result() };
    }

    [[nodiscard]] static CountHardware default_count();
    [[nodiscard]] static Heat::Compute default_heat();
    [[nodiscard]] static Waves::Compute default_waves();
    [[nodiscard]] static Rounding::Compute default_rounding();

private:
    // Null, with the notice `otherwise`: the current variant runs no kernel.
    [[nodiscard]] std::shared_ptr<const problem::Plan> plan_with_kernel(const char* otherwise);

    Program& m_program;
    Notices& m_notices;
    std::shared_ptr<const CounterView> m_hardware;
    bool m_hardware_due = false; // to start when the engine is idle
    std::weak_ptr<const void> m_gpu_use; // held by the requests that use the GPU
    Latest<CounterRequest, CounterView> m_hardware_worker;
    Heat m_heat;
    Waves m_waves;
    Rounding m_rounding;
};

} // namespace warpstage::session
