// The paths of one thread through its instructions. Which value a read returns is open; every other value is an expression of
// the values that the thread read before.
#pragma once

#include "core/memory_model/execution.h"

namespace warpstage::memory_model {

// A number, the value of one of the path's events (a read), or an operation on two expressions.
struct Expression {
    enum class Of : std::uint8_t { constant, read, operation };
    Of of = Of::constant;
    std::int64_t constant = 0;
    std::size_t event = 0;
    Arithmetic operation = Arithmetic::add;
    std::size_t left = 0; // indices in ThreadPath::expressions
    std::size_t right = 0;
};

struct PathEvent {
    Event event;
    std::optional<std::size_t> value; // of a write: index of its expression
    EventSet depends_on = 0; // reads of the path: address, data and control dependencies of a write
    std::optional<std::size_t> atomic_read; // of the write of an atomic operation: its read
    bool arrives = false; // a barrier operation that does not wait
    std::optional<std::size_t> barrier_id; // expressions
    std::optional<std::size_t> barrier_threads;
    std::int64_t barrier_instance = 0;
    std::size_t barrier_visit = 0; // how often the thread executed this instruction before
};

// A comparison that has this result on the path.
struct Decision {
    Comparison comparison = Comparison::equal;
    std::size_t left = 0; // expressions
    std::size_t right = 0;
    bool result = true;
};

struct ThreadPath {
    std::vector<PathEvent> events; // in program order
    std::vector<Expression> expressions;
    std::vector<Decision> decisions;
    std::vector<std::size_t> registers; // expressions of the final values
};

struct ThreadPaths {
    std::vector<ThreadPath> complete; // those that reach the end of the thread
    bool loops_cut = false; // there are paths with more iterations
};

// `max_iterations`: how often a path may jump backward to the same instruction.
[[nodiscard]] ThreadPaths paths_of(const LitmusThread& thread, std::size_t number, std::size_t max_iterations);

} // namespace warpstage::memory_model
