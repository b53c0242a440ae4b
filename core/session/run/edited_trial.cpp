#include "core/session/run/edited_trial.h"

#include <utility>

namespace warpstage::session {

EditedTrial::EditedTrial(Try what)
    : m_tries(what != nullptr)
    , m_trying([what = std::move(what)](const EditedKernels& kernels, auto& progress) { return what(kernels, progress.stop()); })
{
}

void EditedTrial::has_passed(EditedKernels kernels)
{
    m_trying.cancel();
    m_kernels = std::move(kernels);
    m_verdict = std::string {};
}

std::optional<std::string> EditedTrial::verdict(const EditedKernels& kernels)
{
    if (!m_tries)
        return std::string {};
    if (kernels != m_kernels) {
        m_kernels = kernels;
        m_verdict.reset();
        m_trying.request(kernels);
    }
    if (auto answer = m_trying.take())
        m_verdict = std::move(answer->result);
    return m_verdict;
}

} // namespace warpstage::session
