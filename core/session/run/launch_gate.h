// Decides whether the chosen kernels may be launched on the GPU: at once if they were built with the program, else after a trial,
// and without one if the user agrees.
#pragma once

#include "core/session/run/engines.h"
#include "core/session/run/launch_trial.h"
#include "core/session/run/program.h"

#include <string>
#include <utility>

namespace warpstage::session {

class LaunchGate {
public:
    enum class Answer : std::uint8_t { launch, wait, fault, unchecked };

    LaunchGate(Program& program, Engines& engines, LaunchTrial::Try trial)
        : m_program(program)
        , m_engines(engines)
        , m_trial(std::move(trial))
    {
    }

    // For the current device; the virtual machine runs everything. Starts a trial if one is due.
    [[nodiscard]] Answer ask();
    // The fault of the last answer, as a sentence.
    [[nodiscard]] const std::string& fault() const { return m_verdict.fault; }
    // After the answer `unchecked`, once: keeps the kernels off the GPU and returns the sentence about it; else empty.
    [[nodiscard]] std::string take_refusal();

    // Why the chosen kernels cannot be launched on the GPU while the virtual machine runs them; empty: they can.
    [[nodiscard]] std::string reason_against_gpu() const;

    void has_passed(TriedKernels kernels) { m_trial.has_passed(std::move(kernels)); }
    void wait() { m_trial.wait(); }

private:
    [[nodiscard]] TriedKernels chosen() const;

    Program& m_program;
    Engines& m_engines;
    LaunchTrial m_trial;
    Verdict m_verdict; // of the last answer
};

// Why the virtual machine runs this lesson, which is not trusted, and what the user can do.
[[nodiscard]] std::string off_gpu_sentence(const lesson::Lesson& lesson, const Engines& engines);

} // namespace warpstage::session
