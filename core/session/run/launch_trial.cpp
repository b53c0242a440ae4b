#include "core/session/run/launch_trial.h"

#include <algorithm>
#include <utility>

namespace warpstage::session {

LaunchTrial::LaunchTrial(Try what)
    : m_tries(what != nullptr)
    , m_trying([what = std::move(what)](const TriedKernels& kernels, auto& progress) { return what(kernels, progress.stop()); })
{
}

const LaunchTrial::Known* LaunchTrial::find(const TriedKernels& kernels) const
{
    const auto known = std::ranges::find(m_known, kernels, &Known::kernels);
    return known == m_known.end() ? nullptr : &*known;
}

void LaunchTrial::remember(Known known)
{
    constexpr std::size_t kMax = 64; // variants and sizes of a lesson that were shown
    const bool other_lesson = !m_known.empty() && m_known.front().kernels.lesson != known.kernels.lesson;
    if (other_lesson || m_known.size() == kMax)
        m_known.clear();
    m_known.push_back(std::move(known));
}

void LaunchTrial::has_passed(TriedKernels kernels)
{
    m_trying.cancel();
    m_running.reset();
    remember({ std::move(kernels), {} });
}

bool LaunchTrial::passed(const TriedKernels& kernels) const
{
    const auto* const known = find(kernels);
    return !m_tries || (known != nullptr && known->verdict.passed());
}

std::optional<Verdict> LaunchTrial::verdict(const TriedKernels& kernels)
{
    if (!m_tries)
        return Verdict {};
    if (const auto* const known = find(kernels))
        return known->verdict;
    if (m_running != kernels) {
        m_running = kernels;
        m_trying.request(kernels);
    }
    auto answer = m_trying.take();
    if (!answer)
        return std::nullopt;
    remember({ *std::exchange(m_running, std::nullopt), answer->result });
    return std::move(answer->result);
}

} // namespace warpstage::session
