// The global-memory traffic of a recorded block by sector, up to a step of its run: which bytes of each sector were requested,
// and which were fetched but unused.
#pragma once

#include "core/arch/traits.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::session {

inline constexpr std::uint32_t kSectorBytes = 32;

struct MovedSector {
    std::uint64_t index = 0; // address / 32, relative to the buffer's first byte
    std::uint32_t used = 0; // bit b: byte b has been requested by a step
    std::uint32_t used_now = 0; // by the shown step
    std::uint32_t moved = 0; // number of transfers so far
    bool moved_now = false;
    std::uint32_t requested = 0; // as `used`, by all recorded steps
};

struct BufferTraffic {
    std::string name;
    std::vector<MovedSector> sectors; // ascending: all sectors that the recorded steps transfer
    std::uint64_t moved = 0; // bytes so far
    std::uint64_t used = 0; // bytes of `moved` that a lane requested; a byte that is transferred and used twice counts twice
    // The same if a cache supplied each sector after its first transfer, and all recorded steps: bytes of the sectors moved so
    // far, and those of them that the block requests. Only of the listed sectors.
    std::uint64_t fetched = 0;
    std::uint64_t fetched_requested = 0;
    std::uint64_t sectors_left_out = 0; // sectors after the last one in the list, if the block transfers very many
};

class SectorTraffic {
public:
    // Follows the snapshot's recording and architecture up to the step of its playback. Starts from the nearest key frame, so
    // that only a part of the run is walked.
    void follow(const Snapshot& snapshot);

    [[nodiscard]] const std::vector<BufferTraffic>& buffers() const { return m_buffers; }

private:
    struct Place {
        std::size_t buffer = 0;
        std::uint64_t begin = 0; // address of the buffer
        std::uint64_t end = 0;
    };
    void begin();
    void walk(std::size_t end);
    void apply(const simt::Access& access, bool now);
    template <typename Visit> void for_each_sector(const simt::Access& access, Visit&& visit) const;
    [[nodiscard]] MovedSector* find(std::size_t buffer, std::uint64_t index);

    std::shared_ptr<const Recording> m_recording;
    const arch::Traits* m_traits = nullptr;
    std::vector<Place> m_places;
    std::vector<BufferTraffic> m_buffers;
    std::size_t m_walked = 0; // counted steps
    struct KeyFrame {
        std::size_t walked = 0;
        std::vector<BufferTraffic> buffers;
    };
    std::vector<KeyFrame> m_key_frames; // states along the run from which walking starts; the first is at the beginning
};

} // namespace warpstage::session
