#include "core/timing/machine_code/loop_turns.h"

#include "core/arch/global/coalescing.h"
#include "core/arch/row_counts.h"
#include "core/base/lane_rows.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

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
    , m_loads(listing.size())
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
        for (std::uint32_t pc = loop.first; pc < loop.branch; ++pc)
            m_loads[pc] = is_load(pc);
    }
}

bool LoopTurns::is_load(std::uint32_t pc) const
{
    const ptx::Instruction& instruction = m_listing->instruction(pc);
    return instruction.opcode == ptx::Opcode::ld && instruction.has_modifier("global");
}

bool LoopTurns::follows(std::uint32_t pc) const
{
    const std::uint32_t at = m_loop_at[pc];
    return at != 0 && (m_loads[pc] || pc == m_loops[at - 1].first || pc == m_loops[at - 1].branch);
}

// A loop has no other branches than its last instruction, so a warp has left it if it enters it in another way, or enters another
// loop.
void LoopTurns::on_step(const simt::Step& step)
{
    const std::uint32_t at = m_loop_at[step.pc];
    if (at == 0 || step.pc != m_loops[at - 1].first)
        return;
    const Loop* loop = &m_loops[at - 1];
    if (m_loop != nullptr && (loop != m_loop || step.block != m_block || step.warp != m_warp || !m_goes_on))
        end_loop();
    m_loop = loop;
    m_goes_on = false;
    m_block = step.block;
    m_warp = step.warp;
    begin_iteration(step.active);
}

void LoopTurns::on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken)
{
    if (m_loop == nullptr || step.pc != m_loop->branch)
        return;
    m_goes_on = taken != 0;
    if (taken != 0 && not_taken != 0)
        --m_differences[step.pc].divergent;
}

LoopTurns::Load& LoopTurns::add_load(std::uint32_t pc, std::uint32_t bytes, LaneMask lanes)
{
    Load& load = m_body.loads.emplace_back();
    load.pc = pc;
    load.iteration = m_body.iterations - 1;
    load.bytes = bytes;
    load.lanes = lanes;
    return load;
}

void LoopTurns::on_access(const simt::Step& step, const simt::Access& access)
{
    if (m_loop_at[step.pc] != 0 && access.space == ptx::StateSpace::global && m_body.iterations != 0)
        add_load(step.pc, access.bytes, access.lanes).addresses = access.addresses;
}

void LoopTurns::on_addresses(const simt::Step& step, const simt::AddressRow& row)
{
    if (!m_loads[step.pc] || m_body.iterations == 0)
        return;
    Load& load = add_load(step.pc, row.access_bytes, row.lanes);
    static_assert(sizeof(load.addresses) == kMaxLanes * sizeof(std::uint64_t)); // as global addresses are
    std::memcpy(load.addresses.data(), row.values, sizeof(load.addresses));
    for (std::uint64_t& address : load.addresses)
        address += static_cast<std::uint64_t>(row.displacement);
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
        for (const Load& load : m_body.loads)
            m_differences[load.pc].sectors += sectors_of(load, load.lanes & whole) - sectors_of(load, load.lanes);
        if (m_rest_count == m_rests.size())
            m_rests.emplace_back();
        std::swap(m_rests[m_rest_count++], m_body); // keeps its memory, too
    }
    m_body.iterations = 0;
    m_body.lanes = {};
    m_body.loads.clear(); // keeps its memory
}

// The lanes that need a body of so many iterations for their rest.
void LoopTurns::pass_rest(std::size_t iterations)
{
    LaneMask all = 0;
    m_requests.clear();
    const auto request_of = [&](std::uint32_t pc, std::size_t iteration) -> Load& {
        const auto known = std::ranges::find_if(
            m_requests, [&](const Load& request) { return request.pc == pc && request.iteration == iteration; });
        if (known != m_requests.end())
            return *known;
        Load& request = m_requests.emplace_back();
        request.pc = pc;
        request.iteration = iteration;
        return request;
    };
    for (const Body& body : std::span(m_rests).first(m_rest_count)) {
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
            for_each_lane(load.lanes & lanes, [&](unsigned lane) {
                if (load.iteration < first[lane] || load.iteration >= first[lane] + iterations)
                    return;
                Load& request = request_of(load.pc, load.iteration - first[lane]);
                request.bytes = load.bytes;
                request.lanes |= LaneMask { 1 } << lane;
                request.addresses[lane] = load.addresses[lane];
            });
    }
    for (const Load& request : m_requests)
        m_differences[request.pc].sectors += sectors_of(request, request.lanes);
    if (iterations > 1 || m_loop->branch - m_loop->first > kShort)
        diverges(m_all, all);
}

void LoopTurns::end_loop()
{
    end_body();
    for (std::size_t iterations = kCopies / 2; iterations > 0; iterations /= 2)
        pass_rest(iterations);
    m_rest_count = 0;
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

std::int64_t LoopTurns::sectors_of(const Load& load, LaneMask lanes) const
{
    DistinctCount distinct;
    if (lanes != 0 && arch::count_global_row(*m_traits, load.bytes, lane_row(load.addresses, lanes), distinct, nullptr))
        return distinct.units;
    const arch::GlobalRequest request { load.bytes, lanes, load.addresses, arch::GlobalOperation::load };
    return lanes == 0 ? 0 : static_cast<std::int64_t>(arch::count_global(*m_traits, request).sectors);
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
