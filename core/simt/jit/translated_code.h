// Machine code for operations that only compute, access memory or branch: while it runs, registers of the warp stay in registers
// of the processor. It returns to the interpreter for everything else.
#pragma once

#include "core/simt/instruction_set.h"
#include "core/simt/operation.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace warpstage::simt {

class ProgramBody;

namespace jit {

// Why the code returns.
enum class Exit : std::uint32_t {
    next, // the interpreter executes the operation at `pc`
    look, // after a branch backward to `pc`: the budget must be looked at
    refused, // the handler of `refused` returned false; the operations before it were executed
};

// What is done with accesses to memory.
enum class Accesses : std::uint8_t {
    done, // by the code
    reported, // by a function of the interpreter. The code returns at the end of the run of straight operations.
};

// What the interpreter tells the code about the warp, and what it gets back.
struct Progress {
    std::uint64_t look_after = 0; // instructions, at a branch backward
    std::uint32_t reconvergence = kNever; // where the lanes meet others: the code stops before it
    bool (*access)(void* run, const Operation& operation) = nullptr; // Accesses::reported: false as a handler
    void* run = nullptr;
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
    // For each operation of the program: the code from there on, or null. As Operation::full and Operation::masked.
    std::vector<Entry> full;
    std::vector<Entry> masked;
    std::unique_ptr<CodeMemory> memory;
};

// Null if there is no translation for the set's processors, if the operating system grants no memory for code, or if the code or
// the register file is too large for the offsets of instructions.
[[nodiscard]] std::unique_ptr<const TranslatedCode> translate(const ProgramBody& body, InstructionSet set, Accesses accesses);

// The code of a program, translated when it is first asked for. May be asked by several threads.
class CodeOfProgram {
public:
    explicit CodeOfProgram(InstructionSet set)
        : m_set(set)
    {
    }

    [[nodiscard]] const TranslatedCode* of(const ProgramBody& body, Accesses accesses)
    {
        Code& code = m_codes[static_cast<std::size_t>(accesses)];
        if (!code.is_there.load(std::memory_order_acquire)) [[unlikely]]
            translate_now(body, accesses, code);
        return code.translated.get();
    }

private:
    struct Code {
        std::once_flag once;
        std::atomic<bool> is_there = false;
        std::unique_ptr<const TranslatedCode> translated;
    };

    void translate_now(const ProgramBody& body, Accesses accesses, Code& code)
    {
        std::call_once(code.once, [&] {
            code.translated = translate(body, m_set, accesses);
            code.is_there.store(true, std::memory_order_release);
        });
    }

    InstructionSet m_set;
    std::array<Code, 2> m_codes;
};

} // namespace jit
} // namespace warpstage::simt
