#include "core/simt/jit/translated_code.h"

#include "core/base/verify.h"
#include "core/simt/jit/counters.h"
#include "core/simt/jit/translations.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/processor/processor.h"
#include "core/simt/program_body.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_map>

// Of the C++ runtime.
extern "C" void __register_frame(void* table); // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void __deregister_frame(void* table); // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)

namespace warpstage::simt::jit {

namespace {

using Translations = std::unordered_map<Handler, const Translation*>;

Translations translations_of(InstructionSet set)
{
    Translations result;
    for (const auto list : { integer_translations(), number_translations(), comparison_translations(), move_translations(),
             memory_translations() }) {
        for (const Translation& translation : list) {
            const Operator* found = find_operator(set, translation.key);
            VERIFY(found != nullptr);
            result.emplace(found->full, &translation);
        }
    }
    return result;
}

// How exceptions of handlers pass the code: where Translator::entry() has saved the registers of its caller. The format of
// .eh_frame ("Linux Standard Base Core Specification", 10.6), with the numbers of registers of the "x86-64 psABI".
class UnwindTable {
public:
    UnwindTable(const void* code, std::size_t bytes)
    {
        constexpr std::uint32_t kCommonBytes = 32; // behind the length
        // Version 1, no augmentation, units of 1 and -8 bytes, return address in 16. rsp + 48 is the caller's stack; below it are
        // the return address, rbx, r12, r13, r14 and r15.
        constexpr std::array<std::uint8_t, 20> kCommon { 1, 0, 1, 0x78, 16, 0x0c, 7, 48, 0x80 | 16, 1, 0x80 | 3, 2, 0x80 | 12, 3,
            0x80 | 13, 4, 0x80 | 14, 5, 0x80 | 15, 6 };
        write(0, kCommonBytes);
        write(8, kCommon);
        write(4 + kCommonBytes, std::uint32_t { 20 }); // bytes behind this length
        write(8 + kCommonBytes, 8 + kCommonBytes); // from here back to the common entry
        write(12 + kCommonBytes, code);
        write(20 + kCommonBytes, bytes);
        __register_frame(m_bytes.data());
    }
    UnwindTable(const UnwindTable&) = delete;
    UnwindTable& operator=(const UnwindTable&) = delete;
    ~UnwindTable() { __deregister_frame(m_bytes.data()); }

private:
    template <typename T> void write(std::size_t offset, const T& value)
    {
        std::memcpy(m_bytes.data() + offset, &value, sizeof(T));
    }

    alignas(8) std::array<std::byte, 64> m_bytes {}; // the common entry, one for the code, and a length of 0
};

struct Memory final : CodeMemory {
    Memory(Counting counting, Counters& counters)
        : code(counting, counters)
    {
    }

    Translator code;
    std::optional<UnwindTable> table;
};

// The operations where lanes that have parted continue together.
std::vector<bool> meeting_points_of(const ProgramBody& body)
{
    std::vector<bool> points(body.operations.size(), false);
    for (const Operation& operation : body.operations) {
        if (operation.reconvergence != kNever)
            points[operation.reconvergence] = true;
    }
    return points;
}

// The operations that others than the one before may lead to.
std::vector<bool> starts_of(const ProgramBody& body)
{
    std::vector<bool> starts = meeting_points_of(body);
    starts.push_back(false);
    for (const FunctionBody& function : body.functions)
        starts[function.first] = true;
    for (const std::vector<std::uint32_t>& table : body.branch_tables) {
        for (const std::uint32_t target : table)
            starts[target] = true;
    }
    for (std::uint32_t pc = 0; pc < body.operations.size(); ++pc) {
        const Operation& operation = body.operations[pc];
        if (operation.kind != OperationKind::straight || body.straight_end[pc] == pc + 1)
            starts[pc + 1] = true;
        if (operation.kind == OperationKind::branch)
            starts[operation.site] = true;
    }
    starts.pop_back();
    return starts;
}

class Writer {
public:
    Writer(const ProgramBody& body, const Translations& known, Counting counting, std::span<const std::uint8_t> followed)
        : m_body(body)
        , m_followed(followed)
        , m_counting(counting)
        , m_known(known)
        , m_has_code(starts_of(body))
        , m_meeting_points(meeting_points_of(body))
        , m_counters(body)
        , m_memory(std::make_unique<Memory>(counting, m_counters))
        , m_code(m_memory->code)
    {
        for (std::uint32_t pc = 0; pc < m_has_code.size(); ++pc)
            m_has_code[pc] = m_has_code[pc] && (body.straight_end[pc] != pc || body.operations[pc].kind == OperationKind::branch);
    }

    std::unique_ptr<const TranslatedCode> run()
    {
        auto result = std::make_unique<TranslatedCode>();
        std::vector<std::size_t> full = write(Lanes::all);
        std::vector<std::size_t> masked = write(Lanes::active);
        m_code.finish();
        m_memory->table.emplace(m_code.getCode(), m_code.getSize());
        const auto entries = [&](const std::vector<std::size_t>& offsets) {
            std::vector<Entry> list;
            for (const std::size_t offset : offsets) {
                const auto address = reinterpret_cast<std::uintptr_t>(m_code.getCode()) + offset;
                list.push_back(offset == kNone ? nullptr : reinterpret_cast<Entry>(address));
            }
            return list;
        };
        result->full = entries(full);
        result->masked = entries(masked);
        result->counters = std::make_shared<const CounterTable>(m_counters.finish());
        result->memory = std::move(m_memory);
        return result;
    }

private:
    static constexpr std::size_t kNone = ~std::size_t { 0 };

    std::vector<std::size_t> write(Lanes lanes)
    {
        m_bodies = std::vector<Xbyak::Label>(m_body.operations.size());
        m_rests = std::vector<Xbyak::Label>(m_body.operations.size());
        m_code.start(lanes);
        for (std::uint32_t pc = 0; pc < m_has_code.size(); ++pc) {
            if (m_has_code[pc])
                write_run(pc);
        }
        std::vector<std::size_t> offsets(m_has_code.size(), kNone);
        for (std::uint32_t pc = 0; pc < m_has_code.size(); ++pc) {
            if (m_has_code[pc] && m_body.straight_end[pc] != pc)
                offsets[pc] = m_code.entry(m_bodies[pc]);
        }
        m_code.stop();
        return offsets;
    }

    void write_run(std::uint32_t first)
    {
        const std::uint32_t end = m_body.straight_end[first];
        // Each operation is written once: a run goes on in the one that starts inside it, whose operations it has counted.
        std::uint32_t rest = first + (first == end ? 0 : 1);
        while (rest != end && !m_has_code[rest])
            ++rest;
        m_code.begin(m_bodies[first], first, end);
        m_code.L(m_rests[first]);
        for (std::uint32_t pc = first; pc != rest; ++pc)
            write_operation(pc);
        m_code.end();
        if (rest != end)
            m_code.jmp(m_rests[rest]);
        else if (m_body.operations[end].kind == OperationKind::branch)
            go_on_with_branch(first, end);
        else
            go_to(end);
        m_code.write_detours();
    }

    [[nodiscard]] bool is_followed(std::uint32_t pc) const { return !m_followed.empty() && m_followed[pc] != 0; }

    void write_operation(std::uint32_t pc)
    {
        const Operation& operation = m_body.operations[pc];
        const bool has_effect = m_body.first_effective[pc] != m_body.first_effective[pc + 1];
        if (is_followed(pc))
            m_code.call_followed(operation);
        else if (!has_effect)
            return;
        else if (const Translation* translation = translation_of(operation))
            translation->emit(m_code, operation);
        else if (operation.accesses_memory)
            m_code.call_access(operation);
        else
            m_code.call_handler(operation);
    }

    [[nodiscard]] const Translation* translation_of(const Operation& operation)
    {
        const bool must_count = m_counting != Counting::none && operation.accesses_memory;
        if (must_count && (m_counting == Counting::executions || m_counters.of_request(operation) == nullptr))
            return nullptr;
        const auto found = m_known.find(operation.full);
        const bool is_known = found != m_known.end() && (found->second->accepts == nullptr || found->second->accepts(operation));
        return is_known ? found->second : nullptr;
    }

    // The run may have ended before the branch because lanes meet there.
    void go_on_with_branch(std::uint32_t first, std::uint32_t pc)
    {
        if (first != pc && m_meeting_points[pc]) {
            Xbyak::Label goes_on;
            m_code.go_to(pc, goes_on);
            m_code.L(goes_on);
        }
        write_branch(pc);
    }

    // Lanes that part are the interpreter's business.
    void write_branch(std::uint32_t pc)
    {
        const Operation& branch = m_body.operations[pc];
        const std::uint32_t target = branch.site;
        if (is_followed(pc))
            return m_code.leave(pc);
        if (branch.guard == kNoRow) {
            m_code.count_branch(pc, true);
            return take(pc, target);
        }
        Xbyak::Label taken;
        Xbyak::Label not_taken;
        m_code.test_guard(branch, taken, not_taken);
        m_code.leave(pc);
        m_code.L(not_taken);
        m_code.count_branch(pc, false);
        go_to(pc + 1);
        m_code.L(taken);
        m_code.count_branch(pc, true);
        take(pc, target);
    }

    void take(std::uint32_t branch, std::uint32_t target)
    {
        if (target <= branch)
            m_code.look_at_budget(branch, target);
        go_to(target);
    }

    void go_to(std::uint32_t pc)
    {
        if (!m_has_code[pc])
            return m_code.leave(pc);
        m_code.go_to(pc, m_bodies[pc]);
    }

    const ProgramBody& m_body;
    std::span<const std::uint8_t> m_followed; // empty: none
    Counting m_counting;
    const Translations& m_known;
    std::vector<bool> m_has_code;
    std::vector<bool> m_meeting_points;
    Counters m_counters;
    std::unique_ptr<Memory> m_memory;
    Translator& m_code;
    std::vector<Xbyak::Label> m_bodies; // of the runs that start at an operation
    std::vector<Xbyak::Label> m_rests; // the same, after it has been counted
};

} // namespace

std::unique_ptr<const TranslatedCode> translate(
    const ProgramBody& body, InstructionSet set, Counting counting, std::span<const std::uint8_t> followed)
{
    if (level_of(set) != ProcessorLevel::x86_64_v4)
        return nullptr;
    static const Translations known = translations_of(set);
    try {
        return Writer(body, known, counting, followed).run();
    } catch (const Xbyak::Error& error) {
        const int reason = error;
        const bool is_too_large = reason == Xbyak::ERR_OFFSET_IS_TOO_BIG || reason == Xbyak::ERR_LABEL_IS_TOO_FAR;
        VERIFY(reason == Xbyak::ERR_CANT_ALLOC || reason == Xbyak::ERR_CANT_PROTECT || is_too_large);
        return nullptr;
    }
}

} // namespace warpstage::simt::jit
