#include "core/session/machine_code/machine_codes.h"

#include <algorithm>
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
    , m_worker([assemble = std::move(assemble)](std::vector<Request>& requests, auto& progress) {
        std::vector<Result<analysis::MachineCode>> results;
        for (const Request& request : requests)
            results.push_back(assemble(request, progress.stop()));
        return results;
    })
{
}

void MachineCodes::update(const std::shared_ptr<const analysis::Recording>& recording,
    const std::shared_ptr<const analysis::Recording>& compared, const arch::Traits& traits)
{
    if (!m_requested)
        return;
    if (auto answer = m_worker.take()) {
        for (std::size_t i = 0; i < m_running.size(); ++i)
            m_known.keep(m_running[i], std::move(answer->result[i]));
        m_running.clear();
    }
    const auto request_for = [&](const std::shared_ptr<const analysis::Recording>& of) {
        return of != nullptr && of->lesson != nullptr ? std::optional { Request { of->lesson, of->kernel, traits.capability } }
                                                      : std::nullopt;
    };
    m_present = request_for(recording);
    m_compared = request_for(compared);
    std::vector<Request> missing;
    for (const auto& wanted : { m_present, m_compared })
        if (wanted && m_known.find(*wanted) == nullptr)
            missing.push_back(*wanted);
    const auto is_running = [&](const Request& request) {
        return std::ranges::find(m_running, request) != m_running.end();
    };
    if (!m_running.empty() && std::ranges::none_of(missing, is_running)) {
        m_worker.cancel();
        m_running.clear();
    }
    if (missing.empty() || std::ranges::all_of(missing, is_running))
        return;
    m_running = missing;
    m_worker.request(std::move(missing), m_urgency);
}

MachineCodeSection MachineCodes::section() const
{
    MachineCodeSection section { m_requested, nullptr, nullptr, {} };
    if (const auto outcome = m_compared ? m_known.find(*m_compared) : nullptr; outcome != nullptr && outcome->ok())
        section.compared = { outcome, &**outcome };
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
