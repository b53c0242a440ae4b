#include "core/session/edited_trial.h"

#include <chrono>
#include <utility>

namespace warpstage::session {

void EditedTrial::has_passed(EditedKernels kernels)
{
    m_stop.request_stop();
    m_looking = {}; // waits for its end
    m_kernels = std::move(kernels);
    m_verdict.clear();
}

std::optional<std::string> EditedTrial::verdict(const EditedKernels& kernels)
{
    if (!m_try)
        return std::string {};
    if (kernels != m_kernels) {
        m_stop.request_stop();
        m_stop = {};
        m_kernels = kernels;
        m_looking = std::async(std::launch::async, m_try, kernels, m_stop.get_token());
    }
    if (!m_looking.valid())
        return m_verdict;
    if (m_looking.wait_for(std::chrono::seconds { 0 }) != std::future_status::ready)
        return std::nullopt;
    m_verdict = m_looking.get();
    return m_verdict;
}

void EditedTrial::wait() const
{
    if (m_looking.valid())
        m_looking.wait();
}

} // namespace warpstage::session
