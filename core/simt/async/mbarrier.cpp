#include "core/simt/async/mbarrier.h"

#include "core/base/verify.h"
#include "core/simt/async/phase_log.h"
#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"

#include <cstring>

namespace warpstage::simt {

namespace {

constexpr unsigned kCountBits = 20;
constexpr unsigned kTransactionBits = 21; // two's complement
constexpr unsigned kExpectedShift = kCountBits;
constexpr unsigned kTransactionShift = 2 * kCountBits;
constexpr unsigned kPhaseShift = kTransactionShift + kTransactionBits;
constexpr unsigned kInitializedShift = kPhaseShift + 2;
constexpr std::uint32_t kPhases = 4;

std::uint32_t word_field(std::uint64_t word, unsigned shift, unsigned bits)
{
    return static_cast<std::uint32_t>(word >> shift & ((std::uint64_t { 1 } << bits) - 1));
}

std::uint64_t barrier_address(const WarpState& state, const Operation& operation, unsigned lane)
{
    if (operation.element_bytes == sizeof(std::uint32_t))
        return lane_value<std::uint32_t>(state, operation.a, lane) + static_cast<std::uint32_t>(operation.displacement);
    return lane_value<std::uint64_t>(state, operation.a, lane) + static_cast<std::uint64_t>(operation.displacement);
}

std::uint32_t arrivals_of(const WarpState& state, const Operation& operation, unsigned lane)
{
    return operation.b == kNoRow ? 1 : lane_value<std::uint32_t>(state, operation.b, lane);
}

std::int64_t transactions_of(const WarpState& state, const Operation& operation, unsigned lane)
{
    return operation.c == kNoRow ? 0 : lane_value<std::uint32_t>(state, operation.c, lane);
}

// Of one lane, at a word that it may access.
template <MbarrierAction kAction>
RefusalKind act_on_barrier(Mbarrier& barrier, const WarpState& state, const Operation& operation, unsigned lane)
{
    using enum MbarrierAction;
    constexpr bool kDrops = kAction == arrive_drop || kAction == arrive_drop_no_complete;
    constexpr bool kCompletes = kAction == arrive || kAction == arrive_drop;
    const std::int64_t bytes = transactions_of(state, operation, lane);
    switch (kAction) {
    case init:
        return barrier.initialize(arrivals_of(state, operation, lane));
    case inval:
        return barrier.invalidate();
    case arrive:
    case arrive_no_complete:
    case arrive_drop:
    case arrive_drop_no_complete:
        if (const RefusalKind refusal = barrier.expect(bytes); refusal != RefusalKind::none)
            return refusal;
        return barrier.arrive(arrivals_of(state, operation, lane), kDrops, kCompletes);
    case expect:
        return barrier.expect(bytes);
    case complete:
        return barrier.expect(-bytes);
    case copy_arrive:
        return barrier.expect(0);
    case test_token:
    case test_parity:
        break;
    }
    VERIFY_NOT_REACHED();
}

// The lane's word, or null with the refusal noted.
std::byte* barrier_word(WarpState& state, const Operation& operation, unsigned lane)
{
    std::byte* place = find_shared(state, barrier_address(state, operation, lane), sizeof(std::uint64_t));
    if (place == nullptr)
        state.refusal = { RefusalKind::barrier_address, lane, 0, 0 };
    return place;
}

template <MbarrierAction kAction>
void note_action(const WarpState& state, const Operation& operation, unsigned lane, const std::byte* place,
    const Mbarrier& before, const Mbarrier& after)
{
    using enum MbarrierAction;
    constexpr bool kArrives =
        kAction == arrive || kAction == arrive_drop || kAction == arrive_no_complete || kAction == arrive_drop_no_complete;
    const PhaseParty party = party_at(state, operation, lane);
    if (kAction == init)
        return state.phases->initialize(place, party, after.expected);
    const std::int64_t bytes = transactions_of(state, operation, lane);
    const std::uint64_t arrivals = kArrives ? arrivals_of(state, operation, lane) : 0;
    state.phases->act(
        place, { party, arrivals, kAction == complete ? 0 : bytes, kAction == complete ? bytes : 0 }, before, after);
}

// Lanes execute in ascending order.
template <MbarrierAction kAction> bool change_barriers(WarpState& state, const Operation& operation)
{
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        std::byte* place = barrier_word(state, operation, lane);
        if (place == nullptr)
            return false;
        std::uint64_t before = 0;
        std::memcpy(&before, place, sizeof(before));
        Mbarrier barrier = Mbarrier::of(before);
        if (const RefusalKind refusal = act_on_barrier<kAction>(barrier, state, operation, lane); refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, arrivals_of(state, operation, lane), Mbarrier::of(before).pending };
            return false;
        }
        const std::uint64_t after = barrier.word();
        std::memcpy(place, &after, sizeof(after));
        std::memcpy(state.registers + operation.d + lane * sizeof(before), &before, sizeof(before));
        note_action<kAction>(state, operation, lane, place, Mbarrier::of(before), barrier);
    }
    return true;
}

// `test_parity`: the operand is the parity of the current or of the preceding phase. Otherwise it is the token that arrive
// returned, which contains the phase of the arrival. That phase is complete if it is no longer the current one.
template <MbarrierAction kAction>
bool phase_is_complete(const Mbarrier& barrier, const WarpState& state, const Operation& operation, unsigned lane)
{
    if (kAction == MbarrierAction::test_parity)
        return (lane_value<std::uint32_t>(state, operation.b, lane) & 1U) != (barrier.phase & 1U);
    return Mbarrier::of(lane_value<std::uint64_t>(state, operation.b, lane)).phase != barrier.phase;
}

template <MbarrierAction kAction> bool test_barriers(WarpState& state, const Operation& operation)
{
    LaneMask complete = 0;
    const std::byte* last_place = nullptr;
    PhaseParty same_result; // lanes that have tested that object, and whether they pass
    bool last_passes = false;
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const std::byte* place = barrier_word(state, operation, lane);
        if (place == nullptr)
            return false;
        std::uint64_t word = 0;
        std::memcpy(&word, place, sizeof(word));
        const Mbarrier barrier = Mbarrier::of(word);
        if (!barrier.initialized) {
            state.refusal = { RefusalKind::barrier_not_initialized, lane, 0, 0 };
            return false;
        }
        const bool passes = phase_is_complete<kAction>(barrier, state, operation, lane);
        complete |= passes ? LaneMask { 1 } << lane : 0;
        if (place != last_place || passes != last_passes) {
            if (last_place != nullptr)
                state.phases->test(last_place, same_result, last_passes);
            last_place = place;
            last_passes = passes;
            same_result = party_at(state, operation, lane);
        }
        same_result.lanes |= LaneMask { 1 } << lane;
        std::memcpy(state.registers + operation.d + lane * sizeof(word), &word, sizeof(word));
    }
    if (last_place != nullptr)
        state.phases->test(last_place, same_result, last_passes);
    LaneMask predicate = 0;
    std::memcpy(&predicate, state.registers + operation.e, sizeof(predicate));
    predicate = (predicate & ~state.active) | complete;
    std::memcpy(state.registers + operation.e, &predicate, sizeof(predicate));
    if (complete != state.active)
        state.refusal = { RefusalKind::incomplete_phase, lowest_lane(state.active & ~complete), 0, 0 };
    return true;
}

} // namespace

PhaseParty party_at(const WarpState& state, const Operation& operation, unsigned lane)
{
    return { state.block, state.warp, static_cast<std::uint32_t>(&operation - state.operations), LaneMask { 1 } << lane };
}

Mbarrier Mbarrier::of(std::uint64_t word)
{
    constexpr std::int64_t kSign = std::int64_t { 1 } << (kTransactionBits - 1);
    Mbarrier barrier;
    barrier.pending = word_field(word, 0, kCountBits);
    barrier.expected = word_field(word, kExpectedShift, kCountBits);
    barrier.transactions = (std::int64_t { word_field(word, kTransactionShift, kTransactionBits) } ^ kSign) - kSign;
    barrier.phase = word_field(word, kPhaseShift, 2);
    barrier.initialized = word_field(word, kInitializedShift, 1) != 0;
    return barrier;
}

std::uint64_t Mbarrier::word() const
{
    constexpr std::uint64_t kTransactionMask = (std::uint64_t { 1 } << kTransactionBits) - 1;
    return std::uint64_t { pending } | std::uint64_t { expected } << kExpectedShift
        | (static_cast<std::uint64_t>(transactions) & kTransactionMask) << kTransactionShift
        | std::uint64_t { phase } << kPhaseShift | std::uint64_t { initialized } << kInitializedShift;
}

RefusalKind Mbarrier::initialize(std::uint32_t count)
{
    if (count == 0 || count > kMaxArrivals)
        return RefusalKind::barrier_count;
    *this = {};
    initialized = true;
    expected = count;
    pending = count;
    return RefusalKind::none;
}

RefusalKind Mbarrier::invalidate()
{
    if (!initialized)
        return RefusalKind::barrier_not_initialized;
    *this = {};
    return RefusalKind::none;
}

RefusalKind Mbarrier::arrive(std::uint32_t count, bool drop, bool completes)
{
    if (!initialized)
        return RefusalKind::barrier_not_initialized;
    if (count == 0 || count > pending || (drop && count > expected))
        return RefusalKind::barrier_count;
    if (!completes && count == pending && transactions == 0)
        return RefusalKind::barrier_completes;
    pending -= count;
    expected -= drop ? count : 0;
    complete_phase();
    return RefusalKind::none;
}

RefusalKind Mbarrier::expect(std::int64_t bytes)
{
    if (!initialized)
        return RefusalKind::barrier_not_initialized;
    const std::int64_t sum = transactions + bytes;
    if (sum > kMaxTransactions || sum < -kMaxTransactions)
        return RefusalKind::barrier_transactions;
    transactions = sum;
    if (bytes != 0)
        complete_phase();
    return RefusalKind::none;
}

void Mbarrier::complete_phase()
{
    if (pending != 0 || transactions != 0)
        return;
    phase = (phase + 1) % kPhases;
    pending = expected;
}

Handler mbarrier_handler(MbarrierAction action)
{
    using enum MbarrierAction;
    switch (action) {
    case init:
        return &change_barriers<init>;
    case inval:
        return &change_barriers<inval>;
    case arrive:
        return &change_barriers<arrive>;
    case arrive_no_complete:
        return &change_barriers<arrive_no_complete>;
    case arrive_drop:
        return &change_barriers<arrive_drop>;
    case arrive_drop_no_complete:
        return &change_barriers<arrive_drop_no_complete>;
    case expect:
        return &change_barriers<expect>;
    case complete:
        return &change_barriers<complete>;
    case copy_arrive:
        return &change_barriers<copy_arrive>;
    case test_token:
        return &test_barriers<test_token>;
    case test_parity:
        return &test_barriers<test_parity>;
    }
    VERIFY_NOT_REACHED();
}

bool count_pending(WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const std::uint32_t pending = Mbarrier::of(lane_value<std::uint64_t>(state, operation.a, lane)).pending;
        std::memcpy(state.registers + operation.d + lane * sizeof(pending), &pending, sizeof(pending));
    });
    return true;
}

} // namespace warpstage::simt
