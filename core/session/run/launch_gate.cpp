#include "core/session/run/launch_gate.h"

#include "core/base/words.h"
#include "core/engine/variant_run.h"

namespace warpstage::session {

TriedKernels LaunchGate::chosen() const
{
    const auto variant = m_program.variant();
    return { m_program.lesson(), variant, m_program.chosen_settings(variant).settings, m_engines.gpu() };
}

LaunchGate::Answer LaunchGate::ask()
{
    m_verdict = {};
    const auto& lesson = *m_program.lesson();
    if (!m_engines.on_gpu() || !(LaunchTrial::is_due(lesson) || engine::stops_gpu(lesson.variants[m_program.variant()])))
        return Answer::launch;
    auto verdict = m_trial.verdict(chosen());
    if (!verdict)
        return Answer::wait;
    m_verdict = *std::move(verdict);
    if (!m_verdict.fault.empty())
        return Answer::fault;
    return m_verdict.unchecked.empty() || m_engines.agreed_unchecked(lesson) ? Answer::launch : Answer::unchecked;
}

std::string LaunchGate::take_refusal()
{
    const auto& lesson = *m_program.lesson();
    if (m_verdict.unchecked.empty() || m_engines.agreed_unchecked(lesson))
        return {};
    m_engines.keep_off_gpu(lesson, std::exchange(m_verdict.unchecked, {}));
    return off_gpu_sentence(lesson, m_engines);
}

std::string LaunchGate::reason_against_gpu() const
{
    const auto& lesson = *m_program.lesson();
    if (!m_engines.has_gpu())
        return m_engines.gpu_absence();
    if (!LaunchTrial::is_due(lesson) || m_engines.agreed_unchecked(lesson) || m_trial.passed(chosen()))
        return {};
    return tr("These kernels were not checked for the GPU yet. Run them on the GPU first.");
}

std::string off_gpu_sentence(const lesson::Lesson& lesson, const Engines& engines)
{
    if (const auto reason = engines.reason_off_gpu(lesson); !reason.empty())
        return trf("{} The virtual machine runs these kernels until you choose `Run this file on the GPU` (Ctrl K).", reason);
    return trf(
        "{} runs on the virtual machine: on a GPU, a fault of its kernels could stop other programs. The command `Run this "
        "file on the GPU` (Ctrl K) changes this.",
        lesson.origin.outside.filename().string());
}

} // namespace warpstage::session
