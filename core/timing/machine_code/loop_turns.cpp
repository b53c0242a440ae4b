#include "core/timing/machine_code/loop_turns.h"

#include "core/analysis/requests.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>
#include <variant>

namespace warpstage::timing {

namespace {

constexpr std::uint32_t kShort = 7; // instructions that predicates replace, as those of short branches

bool is_unrolled(const MachineCode::Run& run)
{
    return !run.early.empty();
}

// How many iterations of the body the lane has.
std::size_t iterations_of(const auto& lanes, std::size_t iterations, unsigned lane)
{
    std::size_t own = 0;
    while (own < iterations && has_lane(lanes[own], lane))
        ++own;
    return own;
}

} // namespace

bool LoopTurns::concern(const MachineCode& code, const arch::Traits& traits)
{
    return traits.capability.major >= 7 && std::ranges::any_of(code.runs, is_unrolled);
}

LoopTurns::LoopTurns(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits)
    : m_listing(&listing)
    , m_traits(&traits)
    , m_loop_at(listing.size())
    , m_differences(listing.size())
{
    if (!concern(code, traits))
        return;
    for (const MachineCode::Run& run : code.runs) {
        if (!is_unrolled(run))
            continue;
        const Loop loop { run.first, run.first + static_cast<std::uint32_t>(run.place.size()) };
        m_loops.push_back(loop);
        std::fill_n(&m_loop_at[loop.first], run.place.size() + 1, static_cast<std::uint32_t>(m_loops.size()));
    }
}

void LoopTurns::on_step(const simt::Step& step)
{
    const std::uint32_t at = m_loop_at[step.pc];
    const Loop* loop = at == 0 ? nullptr : &m_loops[at - 1];
    if (m_loop != nullptr && (loop != m_loop || step.block != m_block || step.warp != m_warp))
        end_loop();
    if (loop == nullptr)
        return;
    m_loop = loop;
    m_block = step.block;
    m_warp = step.warp;
    if (step.pc == loop->first)
        begin_iteration(step.active);
}

void LoopTurns::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    if (m_loop != nullptr && step.pc == m_loop->branch && taken != 0 && not_taken != 0)
        --m_differences[step.pc].divergent;
}

void LoopTurns::on_access(const simt::Step& step, const simt::Access& access)
{
    if (m_loop_at[step.pc] != 0 && access.space == ptx::StateSpace::global && m_body.iterations != 0)
        m_body.loads.push_back({ step.pc, m_body.iterations - 1, access });
}

void LoopTurns::on_addresses(const simt::Step& step, const simt::AddressRow& row)
{
    const ptx::Instruction& instruction = m_listing->instruction(step.pc);
    if (m_loop_at[step.pc] == 0 || m_body.iterations == 0 || instruction.opcode != ptx::Opcode::ld
        || !instruction.has_modifier("global") || instruction.types.empty())
        return;
    std::int64_t offset = 0;
    for (const ptx::Operand& operand : instruction.operands)
        if (const auto* address = std::get_if<ptx::AddressOperand>(&operand))
            offset = address->offset;
    simt::Access access { .bytes = ptx::size_of(instruction.types.front()) * instruction.vector_elements(),
        .lanes = step.executed };
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        std::memcpy(&access.addresses[lane], row.values + std::size_t { lane } * row.bytes, row.bytes);
        access.addresses[lane] += static_cast<std::uint64_t>(offset);
    }
    m_body.loads.push_back({ step.pc, m_body.iterations - 1, access });
}

void LoopTurns::begin_iteration(LaneMask lanes)
{
    if (m_body.iterations == kCopies)
        end_body();
    if (m_all == 0)
        m_all = m_left = lanes;
    m_body.lanes[m_body.iterations++] = lanes;
}

void LoopTurns::end_body()
{
    const LaneMask whole = m_body.iterations == kCopies ? m_body.lanes.back() : LaneMask { 0 };
    diverges(m_left, whole);
    m_left = whole;
    if (whole != m_body.lanes.front()) {
        for (const Load& load : m_body.loads) {
            simt::Access part = load.access;
            part.lanes &= whole;
            m_differences[load.pc].sectors += sectors_of(part) - sectors_of(load.access);
        }
        m_rests.push_back(std::move(m_body));
    }
    m_body = {};
}

// The lanes that need a body of so many iterations for their rest.
void LoopTurns::pass_rest(std::size_t iterations)
{
    LaneMask all = 0;
    std::map<std::pair<std::uint32_t, std::size_t>, simt::Access> requests; // by program counter and iteration
    for (const Body& body : m_rests) {
        LaneMask lanes = 0;
        std::array<std::size_t, kMaxLanes> first {}; // iteration of the lane
        for_each_lane(body.lanes.front(), [&](unsigned lane) {
            const std::size_t own = iterations_of(body.lanes, body.iterations, lane) % kCopies;
            first[lane] = iterations == 1 ? own / 2 * 2 : 0;
            if ((own & iterations) != 0)
                lanes |= LaneMask { 1 } << lane;
        });
        all |= lanes;
        for (const Load& load : body.loads)
            for_each_lane(load.access.lanes & lanes, [&](unsigned lane) {
                if (load.iteration < first[lane] || load.iteration >= first[lane] + iterations)
                    return;
                simt::Access& request = requests[{ load.pc, load.iteration - first[lane] }];
                request.bytes = load.access.bytes;
                request.lanes |= LaneMask { 1 } << lane;
                request.addresses[lane] = load.access.addresses[lane];
            });
    }
    for (const auto& [place, request] : requests)
        m_differences[place.first].sectors += sectors_of(request);
    if (iterations > 1 || m_loop->branch - m_loop->first > kShort)
        diverges(m_all, all);
}

void LoopTurns::end_loop()
{
    end_body();
    for (std::size_t iterations = kCopies / 2; iterations > 0; iterations /= 2)
        pass_rest(iterations);
    m_rests.clear();
    m_all = 0;
    m_loop = nullptr;
}

void LoopTurns::finish()
{
    if (m_loop != nullptr)
        end_loop();
}

void LoopTurns::diverges(LaneMask lanes, LaneMask remaining)
{
    if (remaining != 0 && (lanes & ~remaining) != 0)
        ++m_differences[m_loop->branch].divergent;
}

std::int64_t LoopTurns::sectors_of(const simt::Access& access) const
{
    return access.lanes == 0
        ? 0
        : static_cast<std::int64_t>(arch::count_global(*m_traits, analysis::global_request_of(access)).sectors);
}

LoopTurns& LoopTurns::operator+=(const LoopTurns& other)
{
    for (std::size_t pc = 0; pc < m_differences.size(); ++pc) {
        m_differences[pc].divergent += other.m_differences[pc].divergent;
        m_differences[pc].sectors += other.m_differences[pc].sectors;
    }
    return *this;
}

} // namespace warpstage::timing
