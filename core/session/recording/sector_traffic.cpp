#include "core/session/recording/sector_traffic.h"

#include "core/analysis/recording/assessment.h"
#include "core/arch/global/coalescing.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warpstage::session {

namespace {

constexpr std::size_t kMaxSectors = 8192; // per buffer; more than a screen can show
constexpr std::size_t kKeyFrames = 32;

// Bits of the sector's bytes in [from, to).
std::uint32_t bytes_within(std::uint64_t sector, std::uint64_t from, std::uint64_t to)
{
    const std::uint64_t begin = sector * kSectorBytes;
    const std::uint64_t first = std::clamp(from, begin, begin + kSectorBytes) - begin;
    const std::uint64_t last = std::clamp(to, begin, begin + kSectorBytes) - begin;
    if (first >= last)
        return 0;
    const std::uint64_t below_last = last == kSectorBytes ? ~std::uint64_t { 0 } : (std::uint64_t { 1 } << last) - 1;
    return static_cast<std::uint32_t>(below_last & ~((std::uint64_t { 1 } << first) - 1));
}

} // namespace

// Visits each sector of each transaction: (buffer, index in it, bytes requested).
template <typename Visit> void SectorTraffic::for_each_sector(const simt::Access& access, Visit&& visit) const
{
    if (access.space != ptx::StateSpace::global)
        return;
    const auto service = arch::serve_global(*m_traits, analysis::global_request_of(access));
    for (const arch::Transaction& transaction : service.transactions) {
        const auto place = std::find_if(m_places.begin(), m_places.end(),
            [&](const Place& of) { return transaction.address + transaction.bytes > of.begin && transaction.address < of.end; });
        if (place == m_places.end())
            continue;
        for (std::uint64_t at = transaction.address; at < transaction.address + transaction.bytes; at += kSectorBytes) {
            if (at < place->begin / kSectorBytes * kSectorBytes)
                continue; // the segment begins before the buffer
            std::uint32_t used = 0;
            for_each_lane(transaction.lanes, [&](unsigned lane) {
                const std::uint64_t address = access.addresses.at(lane);
                used |= bytes_within(at / kSectorBytes, address, address + access.bytes);
            });
            visit(place->buffer, at / kSectorBytes - place->begin / kSectorBytes, used);
        }
    }
}

MovedSector* SectorTraffic::find(std::size_t buffer, std::uint64_t index)
{
    auto& sectors = m_buffers[buffer].sectors;
    const auto found = std::ranges::lower_bound(sectors, index, {}, &MovedSector::index);
    return found == sectors.end() || found->index != index ? nullptr : &*found;
}

void SectorTraffic::begin()
{
    m_places.clear();
    m_buffers.clear();
    for (const auto& buffer : m_recording->buffers) {
        m_places.push_back({ m_buffers.size(), buffer.address, buffer.address + buffer.bytes });
        m_buffers.emplace_back().name = buffer.name;
    }
    std::vector<std::map<std::uint64_t, std::uint32_t>> touched(m_buffers.size()); // requested bytes of each sector
    const auto& trace = m_recording->trace;
    for (std::size_t i = 0; i < trace.gapless; ++i)
        for (const simt::Access& access : trace.accesses_of(i))
            for_each_sector(access, [&](std::size_t buffer, std::uint64_t index, std::uint32_t used) {
                if (touched[buffer].size() < kMaxSectors || touched[buffer].contains(index))
                    touched[buffer][index] |= used;
                else
                    ++m_buffers[buffer].sectors_left_out;
            });
    for (std::size_t buffer = 0; buffer < m_buffers.size(); ++buffer)
        for (const auto& [index, requested] : touched[buffer]) {
            MovedSector sector;
            sector.index = index;
            sector.requested = requested;
            m_buffers[buffer].sectors.push_back(sector);
        }
    m_walked = 0;
    m_key_frames = { { 0, m_buffers } };
    const std::size_t steps = std::min(trace.gapless, trace.steps.size());
    for (std::size_t frame = 1; frame < kKeyFrames; ++frame) {
        walk(steps * frame / kKeyFrames);
        m_key_frames.push_back({ m_walked, m_buffers });
    }
    m_buffers = m_key_frames.front().buffers;
    m_walked = 0;
}

void SectorTraffic::apply(const simt::Access& access, bool now)
{
    for_each_sector(access, [&](std::size_t buffer, std::uint64_t index, std::uint32_t used) {
        m_buffers[buffer].moved += kSectorBytes;
        m_buffers[buffer].used += static_cast<std::uint64_t>(std::popcount(used));
        MovedSector* sector = find(buffer, index);
        if (sector == nullptr)
            return;
        if (++sector->moved == 1) {
            m_buffers[buffer].fetched += kSectorBytes;
            m_buffers[buffer].fetched_requested += static_cast<std::uint64_t>(std::popcount(sector->requested));
        }
        sector->used |= used;
        if (now) {
            sector->used_now |= used;
            sector->moved_now = true;
        }
    });
}

void SectorTraffic::follow(const Snapshot& snapshot)
{
    if (snapshot.run->recording == nullptr || snapshot.run->traits == nullptr) {
        m_recording = nullptr;
        m_buffers.clear();
        return;
    }
    if (snapshot.run->recording != m_recording || snapshot.run->traits != m_traits) {
        m_recording = snapshot.run->recording;
        m_traits = snapshot.run->traits;
        begin();
    }
    const auto& trace = m_recording->trace;
    const std::size_t end = snapshot.playback->run.view.step
        ? std::min(*snapshot.playback->run.view.step + 1, std::min(trace.gapless, trace.steps.size()))
        : 0;
    if (end == m_walked)
        return;
    // Starts before the current step, which is marked separately from earlier steps.
    const auto behind = std::ranges::lower_bound(m_key_frames, end, {}, &KeyFrame::walked);
    const KeyFrame& nearest = behind == m_key_frames.begin() ? *behind : *std::prev(behind);
    if (end < m_walked || nearest.walked > m_walked) {
        m_walked = nearest.walked;
        m_buffers = nearest.buffers;
    }
    walk(end);
}

void SectorTraffic::walk(std::size_t end)
{
    const auto& trace = m_recording->trace;
    for (BufferTraffic& buffer : m_buffers)
        for (MovedSector& sector : buffer.sectors) {
            sector.used_now = 0;
            sector.moved_now = false;
        }
    for (; m_walked < end; ++m_walked)
        for (const simt::Access& access : trace.accesses_of(m_walked))
            apply(access, m_walked + 1 == end);
}

} // namespace warpstage::session
