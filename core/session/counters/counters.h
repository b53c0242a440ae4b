// What is counted on request over the whole launch of the present variant: hardware counters beside their prediction, and the
// heat map of the kernel. Never of a variant, settings or kernels of before.
#pragma once

#include "core/analysis/recording/heat_map.h"
#include "core/arch/traits.h"
#include "core/base/latest.h"
#include "core/session/run/program.h"

#include <memory>
#include <stop_token>
#include <string>

namespace warpstage::session {

struct CounterRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // of the prediction where no GPU counts
    std::string no_gpu; // why no GPU counts; empty: one does
    std::shared_ptr<const void> gpu_use; // released when the GPU is no longer needed
};

// Hardware counters beside the prediction: the step once under CUPTI, then every block of it on the virtual machine, evaluated
// for the GPU that counted. Runs here and now. What cannot be measured or predicted is a sentence in the view.
[[nodiscard]] CounterView count_and_predict(CounterRequest& request, const std::stop_token& stop);

class Counters {
public:
    // How they count; tests have other ways.
    using CountHardware = Latest<CounterRequest, CounterView>::Compute;
    using MapKernel = Latest<analysis::HeatRequest, std::shared_ptr<const HeatMap>>::Compute;

    Counters(Program& program, Notices& notices, Urgency urgency, CountHardware count = default_count(),
        MapKernel map = default_map());

    void request_hardware();
    void request_heat() { m_heat_due = true; }
    // Returns at once, though what counts may take a while to stop.
    void forget();

    void collect();
    // Begins what has been requested. `no_gpu`: why no GPU counts; empty: the engine must be idle until !holds_gpu().
    void start_hardware(const arch::Traits& traits, std::string no_gpu);
    void start_heat(const arch::Traits& traits);
    // The GPU is being counted on: nobody else may launch kernels, which would be counted too.
    [[nodiscard]] bool holds_gpu() const { return !m_gpu_use.expired(); }
    void wait_until_idle();

    [[nodiscard]] CounterSection section() const { return { m_hardware, m_heat }; }

    [[nodiscard]] static CountHardware default_count();
    [[nodiscard]] static MapKernel default_map();

private:
    // Null, with a notice: the present variant runs no kernel.
    [[nodiscard]] std::shared_ptr<const problem::Plan> plan_with_kernel(const char* otherwise);

    Program& m_program;
    Notices& m_notices;
    Urgency m_urgency;
    std::shared_ptr<const CounterView> m_hardware;
    bool m_hardware_due = false; // as soon as the engine is idle
    std::weak_ptr<const void> m_gpu_use; // kept by the requests that use it
    std::shared_ptr<const HeatMap> m_heat;
    bool m_heat_due = false;
    Latest<CounterRequest, CounterView> m_hardware_worker;
    Latest<analysis::HeatRequest, std::shared_ptr<const HeatMap>> m_heat_worker;
};

} // namespace warpstage::session
