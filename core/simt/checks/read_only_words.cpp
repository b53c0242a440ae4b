#include "core/simt/checks/read_only_words.h"

#include "core/base/verify.h"

#include <algorithm>
#include <cstddef>

namespace warpstage::simt {

namespace {

constexpr unsigned kByteBits = 4;

} // namespace

ReadOnlyWords::Note& ReadOnlyWords::note_at(DeviceAddress address)
{
    constexpr std::uint64_t kPageBytes = kPageWords * kWordBytes;
    if (m_last_pages == nullptr || address - m_last_base >= m_last_size) {
        const DeviceMemory::Region* const region = m_memory->nearest(address);
        VERIFY(region != nullptr && address - region->base < region->size);
        m_last_base = region->base;
        m_last_size = region->size;
        m_last_pages = &m_buffers[region->base];
        m_last_pages->resize(static_cast<std::size_t>((region->size + kPageBytes - 1) / kPageBytes));
    }
    const std::uint64_t offset = address - m_last_base;
    std::unique_ptr<Page>& page = (*m_last_pages)[static_cast<std::size_t>(offset / kPageBytes)];
    if (page == nullptr)
        page = std::make_unique<Page>();
    return (*page)[static_cast<std::size_t>(offset % kPageBytes / kWordBytes)];
}

std::optional<WrittenReadOnly> ReadOnlyWords::access(std::uint32_t pc, const Access& access, bool loads_read_only)
{
    if (access.kind == AccessKind::load && !loads_read_only)
        return std::nullopt;
    std::optional<WrittenReadOnly> found;
    const std::uint32_t instruction = (pc + 1) << kByteBits;
    for_each_lane(access.lanes & ~access.unchanged, [&](unsigned lane) {
        const DeviceAddress end = access.addresses[lane] + access.bytes;
        for (DeviceAddress first = access.addresses[lane]; first < end;) {
            const DeviceAddress word = first / kWordBytes * kWordBytes;
            const DeviceAddress last = std::min(end, word + kWordBytes);
            const auto bytes = static_cast<std::uint32_t>(((1U << (last - first)) - 1) << (first - word));
            Note& note = note_at(first);
            std::uint32_t& own = loads_read_only ? note.load : note.write;
            const std::uint32_t other = loads_read_only ? note.write : note.load;
            own = instruction | (own & ((1U << kByteBits) - 1)) | bytes;
            if (!found && (other & bytes) != 0)
                found = { lane, word, (note.load >> kByteBits) - 1, (note.write >> kByteBits) - 1 };
            first = last;
        }
    });
    return found;
}

} // namespace warpstage::simt
