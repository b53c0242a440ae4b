#include "core/analysis/block/l1_reuse.h"

#include "core/arch/global/coalescing.h"

#include <algorithm>
#include <array>

namespace warpstage::analysis {

namespace {

constexpr std::uint32_t kLineBytes = 128;

class Cache {
public:
    // Returns whether the line was in the cache, and inserts it.
    bool look_up(std::uint64_t line)
    {
        auto& set = m_sets[line % kSets];
        ++m_clock;
        const auto found = std::ranges::find(set, line, &Way::line);
        if (found != set.end()) {
            found->used = m_clock;
            return true;
        }
        *std::ranges::min_element(set, {}, &Way::used) = { line, m_clock };
        return false;
    }

    void throw_out(std::uint64_t line)
    {
        auto& set = m_sets[line % kSets];
        if (const auto found = std::ranges::find(set, line, &Way::line); found != set.end())
            *found = {};
    }

private:
    static constexpr std::size_t kSets = 32;
    static constexpr std::size_t kWays = 4; // 32 sets of 4 lines of 128 bytes: 16 KiB
    struct Way {
        std::uint64_t line = ~std::uint64_t { 0 };
        std::uint64_t used = 0;
    };
    std::array<std::array<Way, kWays>, kSets> m_sets {};
    std::uint64_t m_clock = 0;
};

} // namespace

bool models_l1(const arch::Traits& traits)
{
    return traits.load_bytes == kLineBytes;
}

std::map<std::uint32_t, L1Use> l1_reuse(const trace::Trace& trace, const arch::Traits& traits)
{
    std::map<std::uint32_t, L1Use> uses;
    if (!models_l1(traits))
        return uses;
    Cache cache;
    for (const trace::StepRecord& step : trace.steps) {
        const simt::Access* access = trace.access_of(step);
        if (access == nullptr || access->space != ptx::StateSpace::global || access->lanes == 0)
            continue;
        const bool load = access->kind == simt::AccessKind::load;
        const arch::GlobalRequest request { access->bytes, access->lanes, access->addresses,
            load ? arch::GlobalOperation::load : arch::GlobalOperation::store };
        const arch::GlobalService service = arch::serve_global(traits, request);
        for (const arch::Transaction& transaction : service.transactions) {
            const std::uint64_t line = transaction.address / kLineBytes;
            if (!load) {
                cache.throw_out(line);
                continue;
            }
            L1Use& use = uses[step.pc];
            ++use.lines;
            if (!cache.look_up(line))
                ++use.fetched;
        }
    }
    return uses;
}

} // namespace warpstage::analysis
