#include "core/session/layout/typed_layout.h"

#include <utility>

namespace warpstage::session {

void TypedLayout::ask(const AskLayout& order)
{
    m_due = m_due || !m_asked || !(order.question == m_section.question);
    m_asked = true;
    m_section.question = order.question;
    m_section.links += order.by_link ? 1 : 0;
}

void TypedLayout::update(const arch::Architecture& architecture)
{
    const arch::Architecture before = std::exchange(m_section.architecture, architecture);
    if (!m_asked || (!m_due && before.traits == architecture.traits))
        return;
    m_due = false;
    auto answer = analysis::answer_of(*architecture.traits, m_section.question);
    m_section.refusal = answer ? std::string {} : answer.error().message;
    m_section.answer = answer ? std::make_shared<const analysis::LayoutAnswer>(*std::move(answer)) : nullptr;
}

} // namespace warpstage::session
