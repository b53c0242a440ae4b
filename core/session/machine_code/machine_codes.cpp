#include "core/session/machine_code/machine_codes.h"

#include <utility>

namespace warpstage::session {

MachineCodes::Assemble MachineCodes::with_installed_tools()
{
    return [](const Request& request, const std::stop_token& stop) {
        return analysis::assemble(request, sass::find_toolkit(), stop);
    };
}

MachineCodes::MachineCodes(Urgency urgency, Assemble assemble)
    : m_urgency(urgency)
    , m_worker([assemble = std::move(assemble)](Request& request, auto& progress) { return assemble(request, progress.stop()); })
{
}

void MachineCodes::update(const std::shared_ptr<const analysis::Recording>& recording, const arch::Traits& traits)
{
    if (!m_requested)
        return;
    if (auto answer = m_worker.take())
        m_known.keep(*std::exchange(m_running, std::nullopt), std::move(answer->result));
    m_present.reset();
    if (recording != nullptr && recording->lesson != nullptr)
        m_present = Request { recording->lesson, recording->kernel, traits.capability };
    if (m_running && m_running != m_present) {
        m_worker.cancel();
        m_running.reset();
    }
    if (m_present && !m_running && m_known.find(*m_present) == nullptr) {
        m_running = m_present;
        m_worker.request(*m_present, m_urgency);
    }
}

MachineCodeSection MachineCodes::section() const
{
    MachineCodeSection section { m_requested, nullptr, {} };
    const auto outcome = m_present ? m_known.find(*m_present) : nullptr;
    if (outcome == nullptr)
        return section;
    if (outcome->ok())
        section.code = { outcome, &**outcome };
    else
        section.reason = outcome->error().message;
    return section;
}

} // namespace warpstage::session
