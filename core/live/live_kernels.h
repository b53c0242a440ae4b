// Kernels that are edited while they run: text -> compiler -> virtual machine -> worker process on the GPU -> adopted. Kernels
// that compile are shown even if a test finds an error, so that the error can be seen; they then run on the virtual machine only.
// Uses a separate thread; a newer text replaces an older one that is still being tested.
#pragma once

#include "core/lesson/lesson.h"
#include "core/live/compiled_kernels.h"
#include "core/live/finding.h"
#include "core/live/gpu_trial.h"
#include "core/live/real_size_trial.h"
#include "core/live/vm_trial.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace warpstage::live {

struct Edit {
    std::shared_ptr<const lesson::Lesson> lesson; // of this kernels.cu, with kernels in which nothing was found
    std::string variant; // currently shown
    problem::Settings settings; // current settings
    bool on_gpu = false; // engine it runs on
    std::string source; // the whole new text
    bool keeps_results = false; // the results must equal those of `lesson`
    std::vector<problem::Relaunch> launches {}; // changed ones, besides the text and those of `lesson`

    [[nodiscard]] bool has_same_text() const { return source == lesson->source; }
};

struct Outcome {
    Edit edit;
    std::shared_ptr<const lesson::Lesson> lesson; // to be adopted, with its flaw if there is a finding; null: it does not compile
    std::optional<Finding> finding; // what
    std::vector<gpu::Diagnostic> warnings; // of the compiler
    std::vector<std::string> remarks; // sentences about tests that were not possible
    bool unchecked = false; // for a GPU: a test that it requires was not possible

    struct StageTime {
        Stage stage = Stage::compiler;
        std::chrono::nanoseconds time { 0 };
    };
    std::vector<StageTime> times; // durations of the passed stages, in order
    // An earlier outcome already adopted the shown variant's kernels of the same text; this one covers all kernels and builds.
    bool of_the_rest = false;
};

struct LiveOptions {
    GpuTrialOptions gpu;
    TrialLimits limits;
    RealSizeLimits real_size;
    std::chrono::milliseconds compiler_limit = gpu::kCompilerTime;
};

class LiveKernels {
public:
    explicit LiveKernels(LiveOptions options);
    LiveKernels(const LiveKernels&) = delete;
    LiveKernels& operator=(const LiveKernels&) = delete;
    ~LiveKernels();

    void submit(Edit edit);
    // Returns the outcome of the newest edit, once. Another one may follow, because the shown variant does not wait for the
    // compilation of kernels and builds that are not shown.
    [[nodiscard]] std::optional<Outcome> take();
    [[nodiscard]] bool idle() const;
    void wait_until_idle();

private:
    class StageClock;
    struct Trial { // the edit being tested
        KernelTexts texts;
        std::shared_ptr<const lesson::Lesson> lesson; // its texts
    };

    void work(const std::stop_token& stop);
    [[nodiscard]] Outcome judge(const Edit& edit, const std::stop_token& newer);
    // Nothing on an error, which is stored in the outcome.
    [[nodiscard]] std::optional<Trial> compile_shown(
        const Edit& edit, const lesson::Lesson& base, Outcome& outcome, const std::stop_token& newer);
    [[nodiscard]] std::optional<Outcome> compile_rest(const Outcome& adopted, const std::stop_token& newer);
    void publish(Outcome outcome, const std::stop_token& newer);
    void try_kernels(const Edit& edit, const Trial& trial, Outcome& outcome, StageClock& clock, const std::stop_token& newer);
    [[nodiscard]] std::optional<Finding> compare_results(
        const Edit& edit, const VmTrial& trial, const std::stop_token& newer) const;
    [[nodiscard]] std::optional<Finding> try_on_gpu(
        const Edit& edit, const Trial& tried, Outcome& outcome, const std::stop_token& newer);

    LiveOptions m_options;
    gpu::CompileProcess m_compiler;
    GpuTrial m_gpu_trial; // used by the thread only

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Edit> m_next;
    std::deque<Outcome> m_finished; // not taken yet
    std::stop_source m_current; // stops the running trial
    bool m_busy = false;
    std::jthread m_thread; // last, because it uses the members above
};

} // namespace warpstage::live
