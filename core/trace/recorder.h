// Observes one block of one launch and keeps a bounded trace and unbounded totals of it.
#pragma once

#include "core/simt/matrix/matrix_observer.h"
#include "core/trace/matrices.h"
#include "core/trace/totals.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace warpstage::trace {

struct RecorderLimits {
    std::size_t steps = 65536; // the first steps of each warp, in equal shares
    std::size_t accesses = 32768; // the trace ends after this number; half a kilobyte each
    std::size_t patterns_per_instruction = 4096;
    std::size_t patterns = 49152; // over all instructions; half a kilobyte each
    std::size_t matrix_numbers = 262144; // of matrix instructions; the first ones of each warp, in equal shares

    // Maximum memory of a recording: less than 64 MiB with these limits.
    [[nodiscard]] std::size_t bytes() const;
};

class Recorder final : public simt::MatrixObserver {
public:
    Recorder(std::uint32_t instruction_count, std::uint32_t warp_width, std::uint32_t warps, RecorderLimits limits = {});
    ~Recorder() override;

    void on_step(const simt::Step& step) override;
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_phase(const simt::Step& step, const simt::PhaseStep& phase) override;
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t block) override;
    void on_warp_barrier(const simt::Step& step, LaneMask members) override;
    void on_exit(const simt::Step& step) override;
    void on_matrices(const simt::Step& step, std::vector<simt::ObservedMatrix> matrices) override;

    // The recording; the recorder is empty after the call.
    [[nodiscard]] Trace take_trace();
    [[nodiscard]] Matrices take_matrices();
    [[nodiscard]] Totals take_totals();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace warpstage::trace
