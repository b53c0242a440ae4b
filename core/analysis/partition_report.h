// Partition camping: how evenly the global accesses of the resident blocks are distributed over the memory partitions. Only on CC
// 1.x does the mapping of addresses to partitions allow it. Source: Ruetsch and Micikevicius, "Optimizing Matrix Transpose in
// CUDA", NVIDIA 2009.
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

// The loads or the stores of one source line. A point comprises the k-th execution of the line by each warp of each resident
// block; the copies of an unrolled loop body, which do not wait for each other, belong to one point. Requests of one point are
// assumed to be in flight at the same time.
struct PartitionReport {
    std::uint32_t pc = 0; // the first one of the line
    std::uint64_t bytes = 0; // bytes transferred by all points
    std::uint64_t queued = 0; // sum over the points: bytes of the busiest partition
    // The same sum for an even distribution. A point cannot be distributed finer than the 256 bytes of one partition.
    std::uint64_t even = 0;
    std::vector<std::uint64_t> longest {}; // bytes by partition at the point with the longest queue
    bool camping = false;

    // 1: even; the number of partitions: all accesses queue at one.
    [[nodiscard]] double imbalance() const;
    // Partitions that are busy on average while the line's requests are served.
    [[nodiscard]] double busy() const;
};

struct PartitionSurvey {
    std::string gpu {}; // GPU whose number of multiprocessors is used: "GeForce GTX 280"
    std::uint64_t blocks = 0; // resident at the same time
    std::uint64_t grid = 0; // blocks of the launch
    bool complete = true; // false: some blocks exceeded the instruction budget and are counted up to that point
    std::vector<PartitionReport> lines {}; // by pc; empty if the GPU hashes addresses over the partitions

    [[nodiscard]] bool camping() const;
    // The report of that source line with the longest queue; of all lines if `line` is 0. Null: none.
    [[nodiscard]] const PartitionReport* worst(const ptx::Listing& listing, std::uint32_t line = 0) const;
};

// Observes blocks that run in sequence on the virtual machine but are resident together on a GPU.
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

    // One report per line that accesses global memory, separate for loads and stores, by pc.
    [[nodiscard]] std::vector<PartitionReport> reports() const;

private:
    struct Line {
        std::uint32_t pc = 0; // the first
        std::vector<std::uint64_t> bytes; // by point, then by partition
    };
    struct Instruction {
        Line* line = nullptr; // null until the line is executed
        std::vector<std::uint32_t> executions; // by warp of the current block
    };

    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::optional<std::uint64_t> m_block; // that runs
    std::vector<Instruction> m_instructions; // by pc
    std::map<std::tuple<std::uint32_t, std::uint32_t, simt::AccessKind>, Line> m_lines; // by file, line and kind
};

// One line of text per report: "line 24 st.global.f32: 1.0 of 8 partitions busy, queue 8.0 times that of an even distribution:
// partition camping".
[[nodiscard]] std::string to_text(const PartitionSurvey& survey, const ptx::Listing& listing);

} // namespace warpstage::analysis
