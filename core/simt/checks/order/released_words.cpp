#include "core/simt/checks/order/released_words.h"

#include <algorithm>

namespace warpstage::simt {

void ReleasedWord::release(const ScopeGroup& to, const Knowledge& knowledge)
{
    const auto part = std::ranges::find(parts, to, &Part::to);
    if (part == parts.end())
        parts.push_back({ to, knowledge });
    else
        part->knowledge.add(knowledge);
}

const ReleasedWord* ReleasedWords::find(std::uint64_t word) const
{
    const auto found = m_words.find(word);
    if (found != m_words.end())
        return &found->second;
    return m_full ? &m_others : nullptr;
}

ReleasedWord& ReleasedWords::at(std::uint64_t word)
{
    const auto found = m_words.find(word);
    if (found != m_words.end())
        return found->second;
    m_full = m_full || m_words.size() >= kMaxWords;
    return m_full ? m_others : m_words[word];
}

void ReleasedWords::clear()
{
    if (m_words.empty() && !m_full)
        return;
    m_words.clear();
    m_others = {};
    m_full = false;
}

} // namespace warpstage::simt
