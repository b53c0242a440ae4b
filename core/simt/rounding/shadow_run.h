// A run in double beside the run of a program: each floating-point value that the program computes has its value in double, and
// its error is divided among the source lines whose rounding caused it. Branches, addresses and conversions to integers follow
// the program.
#pragma once

#include "core/simt/program.h"
#include "core/simt/rounding/line_rounding.h"
#include "core/simt/rounding/shadow_values.h"
#include "core/simt/rounding/traced_code.h"
#include "core/simt/state_observer.h"

#include <array>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

class ShadowRun final : public StateObserver {
public:
    // `programs`: all that will run. `most_bytes`: limit of the memory for values.
    ShadowRun(std::span<const Program* const> programs, std::size_t most_bytes);
    ~ShadowRun() override;

    // Before each launch.
    void begin(const Program& program);

    [[nodiscard]] const ShadowValues& values() const { return m_values; }
    // In the order of the origins of values.
    [[nodiscard]] std::span<const LineRounding> lines() const { return m_lines; }
    // Names of instructions that were executed and whose results are taken as exact.
    [[nodiscard]] const std::set<std::string>& unfollowed() const { return m_unfollowed; }
    // Whether matrices were multiplied: their sums are rounded once here, and more often in a tensor core.
    [[nodiscard]] bool has_multiplied_matrices() const { return m_multiplied; }

    void before(const Step& step, WarpState& state, const Operation& operation) override;
    void after(const Step& step, WarpState& state, const Operation& operation) override;

    void on_step(const Step& /*step*/) override { }
    void on_access(const Step& /*step*/, const Access& /*access*/) override { }
    void on_branch(const Step& /*step*/, LaneMask /*taken*/, LaneMask /*not_taken*/) override { }
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const Step& /*step*/) override { }

private:
    static constexpr std::size_t kMaxParts = 2;
    using Origins = std::array<double, kMaxRoundingLines>;
    struct Kept; // a value that outlives its place
    struct Matrices;
    struct Code {
        const Program* program = nullptr;
        std::vector<TracedInstruction> instructions;
        std::vector<std::uint32_t> origins; // by program counter: index into m_lines
    };

    [[nodiscard]] std::span<const double> origins_of(const Origins& origins) const { return { origins.data(), m_lines.size() }; }
    [[nodiscard]] TracedOperand operand_at(const std::byte* place, FloatFormat format) const;
    // The result of an operation that the program has written as `bits`; its origins are in m_origins.
    [[nodiscard]] ShadowValue rounded_value(
        const TracedInstruction& traced, std::uint32_t origin, const std::array<TracedOperand, 3>& operands, std::uint64_t bits);
    void note_rounding(const TracedInstruction& traced, LineRounding& line, const std::array<TracedOperand, 3>& operands,
        const ExactResult& result, double actual);

    void read_operands(const TracedInstruction& traced, const WarpState& state);
    void read_shuffle(const TracedInstruction& traced, const WarpState& state, const Operation& operation);
    void read_matrices(const WarpState& state, const MatrixForm& form);
    void find_places(WarpState& state, const Operation& operation);
    void read_atomic(const TracedInstruction& traced, const WarpState& state, const Operation& operation);

    void write_results(const TracedInstruction& traced, std::uint32_t origin, const WarpState& state);
    void write_parts(const TracedInstruction& traced, const WarpState& state, const Operation& operation);
    void write_selected(const TracedInstruction& traced, const WarpState& state, const Operation& operation);
    void write_shuffled(const TracedInstruction& traced, const WarpState& state, const Operation& operation);
    void write_access(const WarpState& state, const Operation& operation, TracedEffect effect);
    void write_sums(const TracedInstruction& traced, std::uint32_t origin, const WarpState& state);
    void write_exchanged(const TracedInstruction& traced, const WarpState& state, const Operation& operation);
    void write_matrix(const MatrixForm& form, std::uint32_t origin, const WarpState& state);
    void keep(const std::byte* place, std::size_t bytes, Kept& kept) const;
    void restore(const Kept& kept, const std::byte* place, std::size_t bytes);

    std::vector<LineRounding> m_lines;
    ShadowValues m_values;
    std::vector<Code> m_codes;
    const Code* m_code = nullptr; // of the present launch
    const ProgramBody* m_body = nullptr;
    std::set<std::string> m_unfollowed;
    bool m_multiplied = false;

    // Of the present instruction.
    std::array<std::array<std::array<TracedOperand, 3>, kMaxLanes>, kMaxParts> m_operands {};
    std::array<const std::byte*, kMaxLanes> m_places {}; // in memory; null: not accessible
    std::vector<Kept> m_kept; // by lane: what its source holds; of atomic operations, what the memory holds
    std::vector<Kept> m_new; // of exchanges: what the lane may write
    std::array<std::uint64_t, kMaxLanes> m_compared {}; // compare_exchange: the bits that the lane expects
    std::unique_ptr<Matrices> m_matrices;
    Origins m_origins {};
};

} // namespace warpstage::simt
