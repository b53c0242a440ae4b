// The functions of the table of causes, by file.
#pragma once

#include "core/timing/what_if/cause.h"

namespace warpstage::timing::causes {

using Found = std::vector<Cause>;

// memory_requests.cpp
Found find_bank_conflicts(const Scenario&, const Simulation&);
void remove_bank_conflicts(const Cause&, Scenario&);
Found find_excess_sectors(const Scenario&, const Simulation&);
void remove_excess_sectors(const Cause&, Scenario&);
// Instructions that access memory at an address that loaded data determine, as in a[index[i]], by program counter.
[[nodiscard]] std::vector<bool> indirect_accesses(const Scenario&);
// See Why::coalesced.
[[nodiscard]] double coalesced_share(const Scenario&);
// Of the requests to load global memory, the share in loops that the assembler unrolls, so that a thread starts several at once.
[[nodiscard]] double early_share(const Scenario&);
Found find_constant_addresses(const Scenario&, const Simulation&);
void remove_constant_addresses(const Cause&, Scenario&);
Found find_contended_atomics(const Scenario&, const Simulation&);
void remove_contended_atomics(const Cause&, Scenario&);
Found find_local_memory(const Scenario&, const Simulation&);
void remove_local_memory(const Cause&, Scenario&);

// asynchronous.cpp
Found find_copies_in_flight(const Scenario&, const Simulation&);
void remove_copies_in_flight(const Cause&, Scenario&);
Found find_newer_copies(const Scenario&, const Simulation&);
void remove_newer_copies(const Cause&, Scenario&);
Found find_copy_waits(const Scenario&, const Simulation&);
void remove_copy_wait(const Cause&, Scenario&);
// Whether blocks copy asynchronously or wait for phases.
[[nodiscard]] bool is_asynchronous(const Scenario&);

// copies.cpp
Found find_small_copies(const Scenario&, const Simulation&);
void remove_small_copies(const Cause&, Scenario&);
Found find_late_copies(const Scenario&, const Simulation&);
void remove_late_copies(const Cause&, Scenario&);
Found find_late_arrivals(const Scenario&, const Simulation&);
void remove_late_arrivals(const Cause&, Scenario&);

// divergence.cpp
Found find_divergence(const Scenario&, const Simulation&);
void remove_divergence(const Cause&, Scenario&);

// instructions.cpp
Found find_barriers(const Scenario&, const Simulation&);
void remove_barrier(const Cause&, Scenario&);
Found find_loop_control(const Scenario&, const Simulation&);
void remove_loop_control(const Cause&, Scenario&);
Found find_index_arithmetic(const Scenario&, const Simulation&);
void remove_index_arithmetic(const Cause&, Scenario&);
Found find_idle_warps(const Scenario&, const Simulation&);
void remove_idle_warps(const Cause&, Scenario&);
Found find_fences(const Scenario&, const Simulation&);
void remove_fence(const Cause&, Scenario&);
Found find_slow_sequences(const Scenario&, const Simulation&);
void remove_slow_sequence(const Cause&, Scenario&);

// launch.cpp
Found find_occupancy(const Scenario&, const Simulation&);
void remove_occupancy(const Cause&, Scenario&);
Found find_tail(const Scenario&, const Simulation&);
void remove_tail(const Cause&, Scenario&);
Found find_small_grid(const Scenario&, const Simulation&);
void remove_small_grid(const Cause&, Scenario&);
Found find_launch(const Scenario&, const Simulation&);
void remove_launch(const Cause&, Scenario&);
Found find_block_starts(const Scenario&, const Simulation&);
void remove_block_starts(const Cause&, Scenario&);

// memory_system.cpp
Found find_camping(const Scenario&, const Simulation&);
void remove_camping(const Cause&, Scenario&);
Found find_dram_latency(const Scenario&, const Simulation&);
void remove_dram_latency(const Cause&, Scenario&);
Found find_l2_latency(const Scenario&, const Simulation&);
void remove_l2_latency(const Cause&, Scenario&);
Found find_dram_traffic(const Scenario&, const Simulation&);
void remove_dram_traffic(const Cause&, Scenario&);
Found find_l1_misses(const Scenario&, const Simulation&);
void remove_l1_misses(const Cause&, Scenario&);

// pipes.cpp
Found find_busy_pipes(const Scenario&, const Simulation&);
void remove_busy_pipe(const Cause&, Scenario&);
Found find_shared_bandwidth(const Scenario&, const Simulation&);
void remove_shared_bandwidth(const Cause&, Scenario&);
Found find_shared_latency(const Scenario&, const Simulation&);
void remove_shared_latency(const Cause&, Scenario&);
Found find_arithmetic_latency(const Scenario&, const Simulation&);
void remove_arithmetic_latency(const Cause&, Scenario&);

} // namespace warpstage::timing::causes
