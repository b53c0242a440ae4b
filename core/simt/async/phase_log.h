// What threads have done with the mbarrier objects of a block or cluster in the current and the previous phase: by this, a
// deadlock is explained and the checks know which copies are complete.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/observer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct Mbarrier;

// Lanes of one warp at one instruction.
struct PhaseParty {
    std::uint64_t block = 0; // linear index
    std::uint32_t warp = 0;
    std::uint32_t pc = 0;
    LaneMask lanes = 0;

    [[nodiscard]] bool same_warp(const PhaseParty& other) const { return block == other.block && warp == other.warp; }
};

struct PhaseEvent {
    PhaseParty party;
    std::uint64_t arrivals = 0;
    std::int64_t expected_bytes = 0;
    std::int64_t completed_bytes = 0;
};

// Of one mbarrier object since its initialization.
struct PhaseObject {
    const std::byte* word = nullptr; // in the shared memory of its block
    PhaseParty initialized;
    std::uint64_t phases = 0; // complete ones
    std::vector<PhaseEvent> current; // of the phase that is not complete
    std::vector<PhaseEvent> previous; // of the last complete one
    struct Passed {
        PhaseParty party; // `lanes`: those that have passed last
        std::int64_t phase = 0; // the last one that a test of the warp has found complete; -1: the one before the first
    };
    std::vector<Passed> passed; // one for each warp

    // Null: no test of the warp has succeeded.
    [[nodiscard]] const Passed* find_passed(const PhaseParty& party) const;
};

// Lanes whose last test has found a phase that is not complete.
struct PhaseWait {
    PhaseParty party;
    const std::byte* word = nullptr;
};

// What one instruction has done with one object, for observers.
struct PhaseNote {
    const std::byte* word = nullptr;
    PhaseStep step; // without rank and offset
};

class PhaseLog {
public:
    void clear();
    // From now on notes are taken, until they are taken away.
    void begin_notes() { m_takes_notes = true; }
    [[nodiscard]] std::vector<PhaseNote> take_notes();

    void initialize(const std::byte* word, const PhaseParty& party, std::uint64_t arrivals);
    // After an operation that has changed the object from `before` to `after`.
    void act(const std::byte* word, const PhaseEvent& event, const Mbarrier& before, const Mbarrier& after);
    // Lanes have tested the object.
    void test(const std::byte* word, const PhaseParty& party, bool passed);

    // Null: not initialized.
    [[nodiscard]] const PhaseObject* find(const std::byte* word) const;
    [[nodiscard]] const std::vector<PhaseObject>& objects() const { return m_objects; }
    [[nodiscard]] const std::vector<PhaseWait>& waits() const { return m_waits; }

private:
    [[nodiscard]] PhaseObject& at(const std::byte* word);
    void stop_waiting(const PhaseParty& party);
    void note(const std::byte* word, const PhaseStep& step);

    std::vector<PhaseObject> m_objects; // few
    std::size_t m_last = 0; // found last
    std::vector<PhaseWait> m_waits;
    std::vector<PhaseNote> m_notes;
    bool m_takes_notes = false;
};

} // namespace warpstage::simt
