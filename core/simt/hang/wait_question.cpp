#include "core/simt/hang/wait_question.h"

#include "core/simt/hang/explain.h"

#include <utility>

namespace warpstage::simt {

WaitQuestion::WaitQuestion(std::function<void(const Hang&)> answer)
    : m_answer(std::move(answer))
{
}

void WaitQuestion::offer(Block& block)
{
    constexpr std::chrono::milliseconds kForOthers { 300 };
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock || !is_asked())
        return;
    const auto now = std::chrono::steady_clock::now();
    m_first_offer = m_first_offer.value_or(now);
    const bool waits = any_waits(block);
    if (!waits && now - *m_first_offer < kForOthers)
        return;
    m_asked.store(false, std::memory_order_relaxed);
    m_first_offer.reset();
    m_answer(explain_waits(block));
}

} // namespace warpstage::simt
