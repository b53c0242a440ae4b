// Asynchronous barriers: an mbarrier object is a 64-bit word in shared memory (PTX ISA, 9.7.13.15 "mbarrier"). The word is opaque
// to programs; here it holds everything, so that copies of shared memory need no second store.
#pragma once

#include "core/simt/async/phase_log.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"

#include <cstdint>

namespace warpstage::simt {

// Counts of arrivals and of transactions (PTX ISA, 9.7.13.15.2 "Contents of the mbarrier object").
inline constexpr std::uint32_t kMaxArrivals = (1U << 20U) - 1;
inline constexpr std::int64_t kMaxTransactions = (1 << 20) - 1;

// The fields of an mbarrier object.
struct Mbarrier {
    bool initialized = false;
    std::uint32_t phase = 0; // 0 to 3; its lowest bit is the parity
    std::uint32_t expected = 0; // arrivals of the next phase
    std::uint32_t pending = 0; // arrivals that the current phase still waits for
    std::int64_t transactions = 0; // bytes expected less bytes complete in the current phase

    [[nodiscard]] static Mbarrier of(std::uint64_t word);
    [[nodiscard]] std::uint64_t word() const;

    // The operations. The refusal is the reason why one is not allowed; RefusalKind::none if it was executed.
    [[nodiscard]] RefusalKind initialize(std::uint32_t count);
    [[nodiscard]] RefusalKind invalidate();
    // Arrive-on. `drop`: the following phases expect fewer arrivals by this count. Not `completes` (.noComplete): the arrival
    // must not complete the phase.
    [[nodiscard]] RefusalKind arrive(std::uint32_t count, bool drop, bool completes);
    // Expect-tx with a positive, complete-tx with a negative number of bytes.
    [[nodiscard]] RefusalKind expect(std::int64_t bytes);

private:
    // The phase is complete when the pending count and the tx-count are zero.
    void complete_phase();
};

enum class MbarrierAction : std::uint8_t {
    init,
    inval,
    arrive,
    arrive_no_complete,
    arrive_drop,
    arrive_drop_no_complete,
    expect, // expect_tx
    complete, // complete_tx
    copy_arrive, // cp.async.mbarrier.arrive: copies complete immediately, so it increments and decrements the pending count
    test_token, // test_wait and try_wait
    test_parity,
};

// The handler of an action. Rows: a: addresses, d: the word before, 8 bytes per lane; b: the count of arrivals, 4 bytes per lane
// (kNoRow: 1), or the token (8) or parity (4) of a test; c: the bytes of expect-tx and complete-tx (kNoRow: none); e: the
// predicate of a test. element_bytes is the width of an address, which may be an offset in shared memory, an address of the
// cluster's shared memory, or a generic one. A test that fails for a lane sets RefusalKind::incomplete_phase and returns true.
[[nodiscard]] Handler mbarrier_handler(MbarrierAction action);

// The lane, for PhaseLog.
[[nodiscard]] PhaseParty party_at(const WarpState& state, const Operation& operation, unsigned lane);

// mbarrier.pending_count: row d, 4 bytes per lane, of the token in row a.
bool count_pending(WarpState& state, const Operation& operation);

} // namespace warpstage::simt
