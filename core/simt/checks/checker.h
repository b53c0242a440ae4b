// Observes the blocks of one launch sequentially and finds errors that do not stop a GPU: reads of uninitialized memory and
// races. Forwards every event to the next observer.
#pragma once

#include "core/simt/checks/barrier_phases.h"
#include "core/simt/checks/checks.h"
#include "core/simt/checks/global_races.h"
#include "core/simt/checks/initialized_bytes.h"
#include "core/simt/checks/shared_races.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class Checker final : public Observer {
public:
    // `block`: the object that runs all blocks of the launch.
    Checker(const Block& block, const DeviceMemory& memory, Checks checks);

    // The block has been started. `observer` may be null.
    void start(Observer* observer);
    // True when an error is certain; the run must then stop.
    [[nodiscard]] bool found() const { return m_trap.has_value(); }
    [[nodiscard]] std::optional<Trap> take_trap();
    // The block has ended, normally or by another trap: a pending error is now certain.
    void finish();

    void on_step(const Step& step) override;
    void on_access(const Step& step, const Access& access) override;
    void on_branch(const Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t block) override;
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override;
    void on_warp_barrier(const Step& step, LaneMask members) override;
    void on_exit(const Step& step) override;

private:
    void check_access(const Step& step, const Access& access);
    void check_pieces(const Step& step, const Access& access);
    void check_barrier_object(const Step& step, const Access& access);
    void check_shared(const Step& step, const Access& access);
    void check_global(const Step& step, const Access& access);
    void check_shared_content(const Step& step, const Access& access);
    void check_global_content(const Step& step, const Access& access);

    const Block* m_block;
    const DeviceMemory* m_memory;
    Checks m_checks;
    Observer* m_observer = nullptr;
    InitializedBytes m_shared_content;
    SharedRaces m_shared_races;
    GlobalRaces m_global_races;
    std::vector<GlobalRaces::Strength> m_strengths; // by pc
    std::vector<bool> m_fences; // by pc
    BarrierPhases m_phases;
    enum class OnBarrierObject : std::uint8_t { none, change, test };
    std::vector<OnBarrierObject> m_barrier_objects; // by pc: what the instruction does with mbarrier objects
    std::optional<Trap> m_trap;
    // A read of uninitialized shared memory is kept until the next barrier: if another thread writes the memory before that, the
    // error is a race, and the race is reported instead.
    std::optional<Trap> m_doubt;
};

} // namespace warpstage::simt
