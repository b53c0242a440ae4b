// A candidate execution of a litmus test: its events, and what each read returned and in which order writes took effect.
#pragma once

#include "core/memory_model/litmus_test.h"
#include "core/memory_model/relation.h"

#include <limits>

namespace warpstage::memory_model {

inline constexpr std::size_t kNoThread = std::numeric_limits<std::size_t>::max();

struct Event {
    enum class Type : std::uint8_t { read, write, fence, barrier };
    Type type = Type::read;
    std::size_t thread = kNoThread; // kNoThread: the initial value of a location
    std::size_t instruction = 0; // index in the thread
    Order order = Order::weak;
    Scope scope = Scope::none;
    std::optional<Proxy> proxy; // nothing: alias fences and barriers
    std::size_t location = 0; // of a read or write
    std::int64_t value = 0; // of a read or write
};

struct Execution {
    std::vector<Event> events; // those of a thread in program order
    Relation program_order;
    Relation dependency; // address, data and control dependencies, from a read
    Relation read_modify_write; // from the read of an atomic operation to its write
    Relation reads_from; // from a write to a read
    Relation coherence; // between writes of one location; a partial order
    Relation fence_sc; // the order of fence.sc operations, which is determined at run time
    Relation barrier; // pairs of barrier operations that synchronize
    Relation causality; // filled by the axioms
};

} // namespace warpstage::memory_model
