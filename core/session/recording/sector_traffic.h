// What a recorded block has moved between global memory and itself, sector by sector and up to a step of its run: which bytes of
// each sector somebody asked for, and which came along for nothing.
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
    std::uint64_t index = 0; // address / 32, from the buffer's first byte on
    std::uint32_t used = 0; // bit b: byte b was asked for by a step so far
    std::uint32_t used_now = 0; // by the step that is shown
    std::uint32_t moved = 0; // how often so far
    bool moved_now = false;
};

struct BufferTraffic {
    std::string name;
    std::vector<MovedSector> sectors; // ascending: all that the recorded steps move
    std::uint64_t moved = 0; // bytes so far
    std::uint64_t used = 0; // of them, those that a lane asked for; what moves twice and is used twice counts twice
    std::uint64_t sectors_left_out = 0; // behind the last one, of a block that moves very many
};

class SectorTraffic {
public:
    // The run of the snapshot's recording by its architecture, up to the step of its playback. Walks no more steps than a part of
    // the run has.
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
    std::size_t m_walked = 0; // steps that are counted
    struct KeyFrame {
        std::size_t walked = 0;
        std::vector<BufferTraffic> buffers;
    };
    std::vector<KeyFrame> m_key_frames; // along the run, the first at its beginning: from there it is walked
};

} // namespace warpstage::session
