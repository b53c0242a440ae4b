// A litmus test: a small parallel program and a condition on its final state.
// The words are those of the PTX ISA, section "Memory Consistency Model".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace warpstage::memory_model {

enum class Order : std::uint8_t { weak, relaxed, acquire, release, acq_rel, sc };
enum class Scope : std::uint8_t { none, cta, gpu, sys };
enum class Proxy : std::uint8_t { generic, constant, texture, surface };
enum class Arithmetic : std::uint8_t { add, sub, mul, div, bit_and, bit_or, bit_xor, exchange };
enum class Comparison : std::uint8_t { equal, unequal, less, less_equal, greater, greater_equal };

[[nodiscard]] std::int64_t calculate(Arithmetic operation, std::int64_t left, std::int64_t right); // a division by 0 is 0
[[nodiscard]] bool holds(Comparison comparison, std::int64_t left, std::int64_t right);

struct Operand {
    std::optional<std::size_t> reg; // index in LitmusThread::registers; nothing: a constant
    std::int64_t constant = 0;
};

struct Load {
    Order order = Order::weak;
    Scope scope = Scope::none;
    Proxy proxy = Proxy::generic;
    std::size_t reg = 0;
    std::size_t location = 0;
};
struct Store {
    Order order = Order::weak;
    Scope scope = Scope::none;
    Proxy proxy = Proxy::generic;
    std::size_t location = 0;
    Operand value;
};
struct Atomic {
    Order order = Order::relaxed;
    Scope scope = Scope::gpu;
    Proxy proxy = Proxy::generic;
    Arithmetic operation = Arithmetic::add;
    std::optional<std::size_t> reg; // nothing: red
    std::size_t location = 0;
    std::optional<Operand> expected; // of a compare-and-swap, which stores `value`
    Operand value;
};
struct Fence {
    Order order = Order::acq_rel; // or sc
    Scope scope = Scope::gpu;
};
struct ProxyFence {
    std::optional<Proxy> proxy; // nothing: fence.proxy.alias
};
struct Barrier {
    bool arrive = false; // does not wait
    std::int64_t instance = 0; // tells barriers of different statements apart
    std::optional<Operand> id; // of a named barrier
    std::optional<Operand> threads; // how many complete it; nothing: all that have it
};
struct Compute {
    std::size_t reg = 0;
    std::optional<Arithmetic> operation; // nothing: moves `left`
    Operand left;
    Operand right;
};
struct Branch {
    std::optional<Comparison> comparison; // nothing: always taken
    Operand left;
    Operand right;
    std::size_t target = 0; // index of an instruction; one past the last ends the thread
};
using Instruction = std::variant<Load, Store, Atomic, Fence, ProxyFence, Barrier, Compute, Branch>;

struct Location {
    std::string name;
    std::int64_t initial = 0;
    std::size_t physical = 0; // index of the location that has the same memory
    std::size_t generic = 0; // index of the location that has the same generic address
};

struct LitmusThread {
    std::size_t cta = 0;
    std::size_t gpu = 0;
    std::vector<std::string> registers;
    std::vector<std::int64_t> initial; // one per register
    std::vector<Instruction> instructions;
    std::vector<std::string> text; // one per instruction, as written
};

// A value of the final state.
struct Term {
    enum class Of : std::uint8_t { constant, reg, location };
    Of of = Of::constant;
    std::size_t thread = 0;
    std::size_t index = 0; // of the register or location
    std::int64_t constant = 0;
};

struct Condition {
    enum class Operator : std::uint8_t { compare, conjunction, disjunction, negation };
    Operator op = Operator::conjunction;
    Comparison comparison = Comparison::equal;
    Term left;
    Term right;
    std::vector<Condition> parts; // of the other operators; an empty conjunction holds
};

enum class Quantifier : std::uint8_t { exists, not_exists, for_all };

struct LitmusTest {
    std::string name;
    std::string description; // without line ends; may be empty
    std::vector<Location> locations;
    std::vector<LitmusThread> threads;
    Quantifier quantifier = Quantifier::exists;
    Condition condition;
    std::string condition_text; // "exists (P1:r1 == 1)"
};

struct FinalState {
    std::vector<std::vector<std::int64_t>> registers; // [thread][register]
    std::vector<std::int64_t> locations; // [location]

    bool operator==(const FinalState&) const = default;
    bool operator<(const FinalState& other) const
    {
        return std::tie(registers, locations) < std::tie(other.registers, other.locations);
    }
};

[[nodiscard]] bool holds(const Condition& condition, const FinalState& state);

// Adds the registers and locations that the condition reads.
struct Observed {
    std::vector<std::pair<std::size_t, std::size_t>> registers; // thread, register; sorted, each once
    std::vector<std::size_t> locations; // sorted, each once
};
[[nodiscard]] Observed observed_by(const Condition& condition);

} // namespace warpstage::memory_model
