#include "core/simt/checks/async_proxy.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kWord = 4; // bytes

std::uint64_t warp_bit(std::uint32_t warp)
{
    return std::uint64_t { 1 } << warp;
}

std::uint64_t bits_of(std::span<const std::uint32_t> warps)
{
    std::uint64_t bits = 0;
    for (const std::uint32_t warp : warps)
        bits |= warp_bit(warp);
    return bits;
}

} // namespace

AsyncProxy::AsyncProxy(std::uint64_t shared_bytes, std::uint32_t warps, bool used)
    : m_issues(kMaxLanes)
{
    if (!used || warps > kMaxWarps)
        return;
    m_all_warps = warps == kMaxWarps ? ~std::uint64_t { 0 } : warp_bit(warps) - 1;
    m_writes.resize(static_cast<std::size_t>((shared_bytes + kWord - 1) / kWord));
    m_fences.resize(warps);
    m_groups.resize(std::size_t { warps } * kMaxLanes * 2);
}

void AsyncProxy::start(const PhaseLog& log, std::uint64_t block)
{
    std::ranges::fill(m_writes, Write {});
    std::ranges::fill(m_fences, 0);
    std::ranges::fill(m_groups, 0);
    m_copies.clear();
    m_log = &log;
    m_block = block;
    m_time = 0;
}

void AsyncProxy::commit(const Step& step, bool products)
{
    for_each_lane(step.executed, [&](unsigned lane) { ++group_of(step.warp, lane, products); });
}

void AsyncProxy::wait(const Step& step, std::uint32_t pending, bool products)
{
    for (Copy& copy : m_copies) {
        if (copy.word == nullptr && copy.product == products && copy.issuer.warp == step.warp
            && has_lane(step.executed, copy.issuer.lane)
            && copy.group + pending < group_of(step.warp, copy.issuer.lane, products))
            copy.known |= warp_bit(step.warp);
    }
}

// Also the warps whose test has found the phase complete.
std::uint64_t AsyncProxy::known_by(const Copy& copy) const
{
    std::uint64_t known = copy.known;
    const PhaseObject* object = copy.word == nullptr ? nullptr : m_log->find(copy.word);
    if (object == nullptr)
        return known;
    for (const PhaseObject::Passed& passed : object->passed) {
        if (passed.party.block == m_block && passed.phase >= static_cast<std::int64_t>(copy.phase))
            known |= warp_bit(passed.party.warp);
    }
    return known;
}

void AsyncProxy::drop_complete()
{
    std::erase_if(m_copies, [&](const Copy& copy) { return (copy.known & m_all_warps) == m_all_warps; });
}

void AsyncProxy::meet_all()
{
    for (Copy& copy : m_copies)
        copy.known = known_by(copy) != 0 ? m_all_warps : 0;
    drop_complete();
}

void AsyncProxy::meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived)
{
    const std::uint64_t learning = bits_of(waited);
    const std::uint64_t all = learning | bits_of(arrived);
    for (Copy& copy : m_copies) {
        copy.known = known_by(copy);
        if ((copy.known & all) != 0)
            copy.known |= learning;
    }
    drop_complete();
}

void AsyncProxy::acquire(std::uint32_t warp)
{
    for (Copy& copy : m_copies) {
        copy.known = known_by(copy);
        if (copy.known != 0)
            copy.known |= warp_bit(warp);
    }
}

const AsyncProxy::Copy* AsyncProxy::find_copy(std::uint64_t offset, std::uint32_t bytes, std::uint32_t warp, bool writes) const
{
    const std::size_t end = m_copies.size();
    for (std::size_t i = 0; i < end; ++i) {
        const Copy& copy = m_copies[i];
        if (copy.reads && !writes)
            continue;
        const bool overlaps = std::ranges::any_of(
            copy.extents, [&](const Extent& extent) { return offset < extent.end && extent.begin < offset + bytes; });
        if (overlaps && (known_by(copy) & warp_bit(warp)) == 0)
            return &copy;
    }
    return nullptr;
}

std::optional<CopyConflict> AsyncProxy::find(const Step& step, const Access& access) const
{
    if (m_copies.empty())
        return std::nullopt;
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const Copy* copy = find_copy(access.addresses[lane], access.bytes, step.warp, access.kind != AccessKind::load);
        if (copy != nullptr)
            return CopyConflict { copy->reads ? CopyConflict::Kind::unfinished_store : CopyConflict::Kind::unfinished_load,
                copy->issuer, { step.warp, lane, step.pc }, access.kind, access.addresses[lane], access.bytes, copy->word,
                copy->phase, copy->product };
    }
    return std::nullopt;
}

void AsyncProxy::write(const Step& step, const Access& access)
{
    for_each_lane(access.lanes, [&](unsigned lane) {
        const std::uint64_t last = (access.addresses[lane] + access.bytes - 1) / kWord;
        for (std::uint64_t word = access.addresses[lane] / kWord; word <= last && word < m_writes.size(); ++word)
            m_writes[static_cast<std::size_t>(word)] = { ++m_time, { step.warp, lane, step.pc } };
    });
}

// Products of a loop read the same stages again and again: what comes after the last one comes after the earlier ones.
void AsyncProxy::forget_repeated_product()
{
    if (m_copies.empty() || !m_copies.back().product)
        return;
    const Copy& last = m_copies.back();
    const auto is_repeated = [&](const Copy& copy) {
        return copy.product && copy.issuer.warp == last.issuer.warp && copy.extents == last.extents;
    };
    m_copies.erase(std::remove_if(m_copies.begin(), m_copies.end() - 1, is_repeated), m_copies.end() - 1);
}

void AsyncProxy::begin(const Step& /*step*/, bool products)
{
    forget_repeated_product();
    m_products = products;
    m_first_of_step = m_copies.size();
    std::ranges::fill(m_issues, Issue {});
}

void AsyncProxy::set_word(unsigned lane, const std::byte* word)
{
    const PhaseObject* object = m_log->find(word);
    m_issues[lane] = { word, object == nullptr ? 0 : object->phases };
}

std::optional<CopyConflict> AsyncProxy::issue(const Step& step, const Access& pieces)
{
    const CopyConflict::Party issuer { step.warp, pieces.issuer, step.pc };
    const bool reads = pieces.kind == AccessKind::load;
    auto own = std::find_if(m_copies.begin() + static_cast<std::ptrdiff_t>(m_first_of_step), m_copies.end(),
        [&](const Copy& copy) { return copy.issuer.lane == pieces.issuer && copy.reads == reads; });
    std::vector<Extent> extents;
    for (LaneMask rest = pieces.lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t begin = pieces.addresses[lowest_lane(rest)];
        if (!extents.empty() && extents.back().end == begin)
            extents.back().end += pieces.bytes;
        else
            extents.push_back({ begin, begin + pieces.bytes });
    }
    std::optional<CopyConflict> conflict;
    for (const Extent& extent : extents) {
        const auto bytes = static_cast<std::uint32_t>(extent.end - extent.begin);
        const Copy* other = find_copy(extent.begin, bytes, step.warp, !reads);
        // A reduction adds to what an earlier copy of its thread writes.
        const bool adds = other != nullptr && pieces.kind == AccessKind::atomic && other->issuer.warp == issuer.warp
            && other->issuer.lane == issuer.lane;
        if (other != nullptr && !adds && (own == m_copies.end() || other != &*own) && !conflict)
            conflict = { other->reads ? CopyConflict::Kind::unfinished_store : CopyConflict::Kind::unfinished_load, other->issuer,
                issuer, pieces.kind, extent.begin, bytes, other->word, other->phase, other->product };
        for (std::uint64_t word = extent.begin / kWord; word * kWord < extent.end && word < m_writes.size(); ++word) {
            Write& write = m_writes[static_cast<std::size_t>(word)];
            const bool fenced = m_fences[write.party.warp] > write.time || m_fences[step.warp] > write.time;
            if (write.time != 0 && !fenced && !conflict)
                conflict = { CopyConflict::Kind::no_proxy_fence, write.party, issuer, pieces.kind, word * kWord,
                    static_cast<std::uint32_t>(kWord), nullptr, 0, m_products };
            if (!reads)
                write = {};
        }
    }
    if (own == m_copies.end()) {
        if (!reads) { // what it overwrites is over
            for (Copy& copy : m_copies)
                std::erase_if(copy.extents, [&](const Extent& old) {
                    return std::ranges::any_of(
                        extents, [&](const Extent& extent) { return extent.begin <= old.begin && old.end <= extent.end; });
                });
            m_first_of_step -= static_cast<std::size_t>(
                std::count_if(m_copies.begin(), m_copies.begin() + static_cast<std::ptrdiff_t>(m_first_of_step),
                    [](const Copy& copy) { return copy.extents.empty(); }));
            std::erase_if(m_copies, [](const Copy& copy) { return copy.extents.empty(); });
        }
        const Issue& issued = m_issues[pieces.issuer];
        m_copies.push_back({ issuer, reads, {}, reads ? nullptr : issued.word, issued.phase,
            group_of(step.warp, pieces.issuer, m_products), 0, m_products });
        own = m_copies.end() - 1;
    }
    for (const Extent& extent : extents) {
        if (!own->extents.empty() && own->extents.back().end == extent.begin)
            own->extents.back().end = extent.end;
        else
            own->extents.push_back(extent);
    }
    return conflict;
}

} // namespace warpstage::simt
