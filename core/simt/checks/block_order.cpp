#include "core/simt/checks/block_order.h"

#include <algorithm>

namespace warpstage::simt {

void BlockOrder::run(std::uint32_t block)
{
    m_block = block;
    m_state = &m_blocks[block];
}

void BlockOrder::strong_access(DeviceAddress address)
{
    State& state = *m_state;
    const auto found = m_words.find(address);
    // Blocks without a fence publish nothing, so the counters of a histogram cost nothing.
    if (found == m_words.end() && state.fences == 0)
        return;
    Word& word = found == m_words.end() ? m_words[address] : found->second;
    if (!word.releases.empty()) {
        const auto known = std::find_if(
            state.acquired.rbegin(), state.acquired.rend(), [&word](const Acquired& acquired) { return acquired.word == &word; });
        if (known == state.acquired.rend() || known->releases != word.releases.size())
            state.acquired.push_back({ &word, word.releases.size() });
    }
    if (state.fences == 0)
        return;
    std::vector<std::size_t>& mine = word.of_block[m_block];
    const auto same = [&](const Release& last) {
        return last.fences == state.fences && last.acquired == state.acquired.size();
    };
    if (!mine.empty() && same(word.releases[mine.back()]))
        return;
    mine.push_back(word.releases.size());
    word.releases.push_back({ m_block, state.fences, state.acquired.size() });
}

bool BlockOrder::after(std::uint32_t block, std::uint32_t fences) const
{
    struct Knowledge {
        std::uint32_t block;
        std::size_t acquired;
    };
    // Order is transitive: what a block has published includes what it had read from others before.
    std::vector<Knowledge> chain { { m_block, m_state->acquired.size() } };
    for (std::size_t next = 0; next < chain.size(); ++next) {
        const State& state = m_blocks.at(chain[next].block);
        if (has_read_from(state, chain[next].acquired, block, fences))
            return true;
        for (std::size_t i = chain[next].acquired; i-- > 0;) {
            const Release& last = state.acquired[i].word->releases[state.acquired[i].releases - 1];
            if (std::ranges::find(chain, last.block, &Knowledge::block) == chain.end())
                chain.push_back({ last.block, last.acquired });
        }
    }
    return false;
}

// Whether one of the first `acquired` strong reads has seen a release of that block after more fences.
bool BlockOrder::has_read_from(const State& state, std::size_t acquired, std::uint32_t block, std::uint32_t fences)
{
    for (std::size_t i = acquired; i-- > 0;) {
        const Acquired& read = state.acquired[i];
        const auto of_block = read.word->of_block.find(block);
        if (of_block == read.word->of_block.end())
            continue;
        // Its fences only increase.
        const std::vector<std::size_t>& places = of_block->second;
        const auto first = std::partition_point(
            places.begin(), places.end(), [&](std::size_t place) { return read.word->releases[place].fences <= fences; });
        if (first != places.end() && *first < read.releases)
            return true;
    }
    return false;
}

} // namespace warpstage::simt
