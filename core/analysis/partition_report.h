// Partition camping: how evenly the global accesses of the blocks that run at the same time are spread over the memory
// partitions. Only CC 1.x assigns addresses to partitions in a way that a program can run into. Source: Ruetsch and Micikevicius,
// "Optimizing Matrix Transpose in CUDA", NVIDIA 2009.
#pragma once

#include "core/arch/traits.h"
#include "core/ptx/listing.h"
#include "core/simt/observer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace warpstage::analysis {

// The loads or the stores of one source line. A point is the k-th time that the line is executed by any warp of any resident
// block; the copies of an unrolled loop's body, which do not wait for each other, belong to one point. Requests of one point are
// assumed to be in flight together.
struct PartitionReport {
    std::uint32_t pc = 0; // the first of the line's
    std::uint64_t bytes = 0; // that all points move
    std::uint64_t queued = 0; // sum over the points: bytes of the busiest partition
    // The same sum for an even spread. A point cannot be spread finer than the 256 bytes that lie in one partition.
    std::uint64_t even = 0;
    std::vector<std::uint64_t> longest {}; // bytes by partition at the point with the longest queue
    bool camping = false;

    // 1: even; the number of partitions: everything queues in one.
    [[nodiscard]] double imbalance() const;
    // Partitions that are busy on average while the line's requests are served.
    [[nodiscard]] double busy() const;
};

struct PartitionSurvey {
    std::string gpu {}; // whose multiprocessors were counted: "GeForce GTX 280"
    std::uint64_t blocks = 0; // resident at the same time
    std::uint64_t grid = 0; // blocks of the launch
    bool complete = true; // false: some blocks ran out of instruction budget, and only what they did until then is counted
    std::vector<PartitionReport> lines {}; // by pc; empty where addresses are spread by a hash

    [[nodiscard]] bool camping() const;
    // Of that source line the one with the longest queue; without a line (0) of all. Null: there is none.
    [[nodiscard]] const PartitionReport* worst(const ptx::Listing& listing, std::uint32_t line = 0) const;
};

// Watches blocks that run one after the other on the virtual machine and are resident together on a GPU.
class PartitionObserver : public simt::Observer {
public:
    // `listing` and `traits` must outlive it; VERIFYs that the architecture has partitions.
    PartitionObserver(const ptx::Listing& listing, const arch::Traits& traits);

    void on_step(const simt::Step& /*step*/) override { }
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_branch(const simt::Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

    // One for each line that accesses global memory, loads and stores apart, by pc.
    [[nodiscard]] std::vector<PartitionReport> reports() const;

private:
    struct Line {
        std::uint32_t pc = 0; // the first
        std::vector<std::uint64_t> bytes; // by point, then by partition
    };
    struct Instruction {
        Line* line = nullptr; // null until it is executed
        std::vector<std::uint32_t> executions; // by warp of the present block
    };

    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::optional<std::uint64_t> m_block; // that runs
    std::vector<Instruction> m_instructions; // by pc
    std::map<std::tuple<std::uint32_t, std::uint32_t, simt::AccessKind>, Line> m_lines; // by file, line and kind
};

// A line of text for each: "line 24 st.global.f32: 1.0 of 8 partitions busy, 8.0 times an even spread: partition camping".
[[nodiscard]] std::string to_text(const PartitionSurvey& survey, const ptx::Listing& listing);

} // namespace warpstage::analysis
