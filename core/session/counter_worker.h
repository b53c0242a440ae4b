// Hardware counters beside the prediction, found in the background: the step once under CUPTI, then every block of it on the
// virtual machine, judged by the rules of the GPU that counted.
#pragma once

#include "core/arch/traits.h"
#include "core/engine/vm_plan.h"
#include "core/session/snapshot.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace warpstage::session {

struct CounterRequest {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::shared_ptr<const engine::VmPrograms> programs;
    std::shared_ptr<const problem::Plan> plan;
    const arch::Traits* traits = nullptr; // of the prediction where no GPU counts
    std::string no_gpu; // why no GPU counts; empty: one does
};

// Runs here and now. What cannot be measured or predicted is a sentence in the view.
[[nodiscard]] CounterView count_and_predict(
    const CounterRequest& request, const std::stop_token& stop, const std::function<void()>& when_counted = {});

class CounterWorker {
public:
    // Gives up what it is at.
    void start(CounterRequest request);
    void give_up();
    // The GPU is being counted on: nobody else may launch kernels, which would be counted too.
    [[nodiscard]] bool holds_gpu() const { return m_holds_gpu; }
    [[nodiscard]] bool busy() const { return m_busy; }
    // What was found, once.
    [[nodiscard]] std::optional<CounterView> take();
    void wait_until_idle();

private:
    std::mutex m_mutex;
    std::optional<CounterView> m_finished;
    std::atomic<bool> m_holds_gpu = false;
    std::atomic<bool> m_busy = false;
    std::jthread m_thread; // last: it uses the members above
};

} // namespace warpstage::session
