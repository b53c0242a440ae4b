// Machine code for operations that only compute, access memory or branch: while it runs, registers of the warp stay in registers
// of the processor. It returns to the interpreter for everything else.
#pragma once

#include "core/simt/instruction_set.h"
#include "core/simt/jit/counter_table.h"
#include "core/simt/operation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace warpstage::simt {

class ProgramBody;

namespace jit {

// Why the code returns.
enum class Exit : std::uint32_t {
    next, // the interpreter executes the operation at `pc`
    look, // after a branch backward to `pc`: the budget must be looked at
    refused, // the handler of `refused` returned false; the operations before it were executed
    failed, // the same for Progress::report()
};

// What the code does beside the work of the warp.
enum class Counting : std::uint8_t {
    none,
    executions, // counts instructions; Progress::report() does all accesses to memory
    requests, // counts requests too, where it can
};

// What the interpreter tells the code about the warp, and what it gets back.
struct Progress {
    std::uint64_t look_after = 0; // instructions, at a branch backward
    std::uint32_t reconvergence = kNever; // where the lanes meet others: the code stops before it
    // The next four only if the code counts. report() executes an operation that is followed, or an access that the code does not
    // count, or not by itself: `counters` are its own, or null. False as a handler.
    bool (*report)(void* run, const Operation& operation, RequestCounters* counters) = nullptr;
    void* run = nullptr;
    std::byte* counters = nullptr; // those of TranslatedCode::counters
    std::uint64_t lanes = 0; // that are active
    std::uint32_t pc = 0;
    std::uint32_t branch = 0; // Exit::look: the operation that went backward
    std::uint32_t run_end = 0; // Exit::refused: the end of its run of straight operations
    const Operation* refused = nullptr;
    std::uint64_t instructions = 0; // of this call; with Exit::refused, all up to `run_end`
    std::uint64_t idle_instructions = 0; // those among them that no lane executed
};

using Entry = Exit (*)(WarpState& state, Progress& progress);

// Memory with machine code, released with this object.
class CodeMemory {
public:
    CodeMemory() = default;
    CodeMemory(const CodeMemory&) = delete;
    CodeMemory& operator=(const CodeMemory&) = delete;
    virtual ~CodeMemory() = default;
};

struct TranslatedCode {
    // For each operation of the program: the code from there on, or null. As Operation::full and Operation::masked; `full` is
    // only for 32 active lanes if the code counts.
    std::vector<Entry> full;
    std::vector<Entry> masked;
    std::shared_ptr<const CounterTable> counters;
    std::unique_ptr<CodeMemory> memory;
};

// Null if there is no translation for the set's processors, if the operating system grants no memory for code, or if the code or
// the register file is too large for the offsets of instructions. `followed`: for each operation, whether Progress::report()
// executes it; empty: none.
[[nodiscard]] std::unique_ptr<const TranslatedCode> translate(
    const ProgramBody& body, InstructionSet set, Counting counting, std::span<const std::uint8_t> followed = {});

// The code of a program, translated when it is first asked for. May be asked by several threads.
class CodeOfProgram {
public:
    explicit CodeOfProgram(InstructionSet set)
        : m_set(set)
    {
    }

    [[nodiscard]] const TranslatedCode* of(const ProgramBody& body, Counting counting)
    {
        Code& code = m_codes[static_cast<std::size_t>(counting)];
        if (!code.is_there.load(std::memory_order_acquire)) [[unlikely]]
            translate_now(body, counting, {}, code);
        return code.translated.get();
    }
    // The same that counts requests, with instructions that are followed. Null if others have been followed before.
    [[nodiscard]] const TranslatedCode* of(const ProgramBody& body, std::span<const std::uint8_t> followed)
    {
        if (!m_watched.is_there.load(std::memory_order_acquire)) [[unlikely]]
            translate_now(body, Counting::requests, followed, m_watched);
        return std::ranges::equal(m_followed, followed) ? m_watched.translated.get() : nullptr;
    }

private:
    struct Code {
        std::once_flag once;
        std::atomic<bool> is_there = false;
        std::unique_ptr<const TranslatedCode> translated;
    };

    void translate_now(const ProgramBody& body, Counting counting, std::span<const std::uint8_t> followed, Code& code)
    {
        std::call_once(code.once, [&] {
            if (!followed.empty())
                m_followed.assign(followed.begin(), followed.end());
            code.translated = translate(body, m_set, counting, followed);
            code.is_there.store(true, std::memory_order_release);
        });
    }

    InstructionSet m_set;
    std::array<Code, 3> m_codes;
    Code m_watched;
    std::vector<std::uint8_t> m_followed; // by m_watched
};

} // namespace jit
} // namespace warpstage::simt
