// cp.async.bulk, cp.reduce.async.bulk and their bulk groups (PTX ISA, 9.7.9.25.4 and 9.7.9.25.5), st.async and red.async
// (9.7.9.12 and 9.7.13.17).
#include "core/simt/async/bulk_copy.h"

#include "core/simt/lowering/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

constexpr std::array<std::string_view, 8> kReductions { "add", "min", "max", "inc", "dec", "and", "or", "xor" };
// Hints, and what is so anyhow.
constexpr std::array<std::string_view, 5> kPlainBulkWords { "async", "bulk", "reduce", "bulk_group", "noftz" };

constexpr std::array<std::string_view, 5> kAsyncStoreWords { "async", "weak", "relaxed", "cluster", "shared::cluster" };

// The words of one instruction.
struct BulkWords {
    std::vector<ptx::StateSpace> spaces; // of destination and source
    std::string_view reduction;
    bool completes = false; // .mbarrier::complete_tx::bytes
    bool multicasts = false;
    bool masks_bytes = false;
    bool has_policy = false;
    bool prefetches = false;
};

std::optional<BulkWords> bulk_words_of(const ptx::Instruction& instruction)
{
    BulkWords words;
    for (const std::string_view word : instruction.modifiers) {
        if (word == "global")
            words.spaces.push_back(ptx::StateSpace::global);
        else if (word == "shared::cta" || word == "shared::cluster")
            words.spaces.push_back(ptx::StateSpace::shared);
        else if (std::ranges::find(kReductions, word) != kReductions.end())
            words.reduction = word;
        else if (word == "mbarrier::complete_tx::bytes")
            words.completes = true;
        else if (word == "multicast::cluster")
            words.multicasts = true;
        else if (word == "cp_mask")
            words.masks_bytes = true;
        else if (word == "L2::cache_hint")
            words.has_policy = true;
        else if (word == "prefetch" || word == "L2")
            words.prefetches = true;
        else if (std::ranges::find(kPlainBulkWords, word) == kPlainBulkWords.end())
            return std::nullopt;
    }
    const bool reduces = instruction.has_modifier("reduce");
    if (words.spaces.size() != (words.prefetches ? 1 : 2) || reduces == words.reduction.empty()
        || instruction.types.size() != (reduces ? 1 : 0))
        return std::nullopt;
    return words;
}

// Takes the operands in the order in which they are written.
class BulkOperands {
public:
    BulkOperands(Lowering& lowering, const ptx::Instruction& instruction)
        : m_lowering(lowering)
        , m_operands(instruction.operands)
    {
    }

    void address(ptx::StateSpace space, BulkAddress& result)
    {
        const ptx::Operand* operand = next();
        const auto* written = operand == nullptr ? nullptr : std::get_if<ptx::AddressOperand>(operand);
        const auto row = written == nullptr ? std::nullopt : address_base(m_lowering, *written, space);
        m_good = m_good && row && (space == ptx::StateSpace::shared || row->lane_bytes == sizeof(std::uint64_t));
        if (m_good)
            result = { row->offset, static_cast<std::uint8_t>(row->lane_bytes), space, written->offset };
    }
    void value(std::uint32_t lane_bytes, std::uint32_t& result)
    {
        const ptx::Operand* operand = next();
        const auto row = operand == nullptr ? std::nullopt : source(m_lowering, *operand, lane_bytes, ptx::Type::b64);
        m_good = m_good && row;
        result = row.value_or(kNoRow);
    }
    // As many elements as `rows` has: one operand, or a vector.
    void values(std::uint32_t lane_bytes, ptx::Type type, std::span<std::uint32_t> rows)
    {
        const ptx::Operand* operand = next();
        const auto* vector = operand == nullptr ? nullptr : std::get_if<ptx::VectorOperand>(operand);
        m_good = m_good && (vector == nullptr ? rows.size() == 1 : vector->elements.size() == rows.size());
        for (std::size_t i = 0; i < rows.size() && m_good; ++i) {
            const auto row = source(m_lowering, vector == nullptr ? *operand : widened(vector->elements[i]), lane_bytes, type);
            m_good = row.has_value();
            rows[i] = row.value_or(kNoRow);
        }
    }
    // All were there, and no more.
    [[nodiscard]] bool good() const { return m_good && m_next == m_operands.size(); }

private:
    const ptx::Operand* next()
    {
        m_good = m_good && m_next < m_operands.size();
        return m_good ? &m_operands[m_next++] : nullptr;
    }

    Lowering& m_lowering;
    const std::vector<ptx::Operand>& m_operands;
    std::size_t m_next = 0;
    bool m_good = true;
};

// An operator of atom does the same for one element.
Handler reduction_of(const Lowering& lowering, std::string_view word, ptx::Type type)
{
    using enum ptx::Type;
    const ptx::Type adds = type == s32 ? u32 : type == s64 ? u64 : type; // adding does not care for the sign
    const std::string key = fmt::format("atom.generic.a64.{}.{}", word, ptx::name_of(word == "add" ? adds : type));
    const Operator* found = find_operator(lowering.set, key);
    return found == nullptr ? nullptr : found->full;
}

void use_bulk_form(Lowering& lowering, std::unique_ptr<const BulkForm> form, Operation& operation)
{
    operation.full = &copy_bulk;
    operation.masked = &copy_bulk;
    operation.d = lowering.layout.fresh(sizeof(std::uint64_t)).offset;
    operation.displacement = std::bit_cast<std::int64_t>(form.get());
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    MemoryForm memory;
    memory.bulk = form.get();
    lowering.body->memory_forms.push_back(memory);
    lowering.body->forms.bulk.push_back(std::move(form));
}

bool is_bulk_group(const ptx::Instruction& instruction)
{
    const std::size_t words = instruction.modifiers.size() - (instruction.has_modifier("read") ? 1 : 0);
    const bool commits = instruction.has_modifier("commit_group") && instruction.operands.empty();
    const bool waits = instruction.has_modifier("wait_group") && instruction.operands.size() == 1;
    return (commits || waits) && words == 3;
}

} // namespace

Supported lower_bulk_copy(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.has_modifier("tensor"))
        return refuse(lowering, "the virtual machine does not execute copies by tensor maps (`cp.async.bulk.tensor`)");
    if (is_bulk_group(instruction))
        return do_nothing(operation);
    const std::optional<BulkWords> words = bulk_words_of(instruction);
    if (!words)
        return Supported::no;
    auto form = std::make_unique<BulkForm>();
    std::uint32_t policy = kNoRow;
    BulkOperands operands(lowering, instruction);
    if (!words->prefetches)
        operands.address(words->spaces.front(), form->destination);
    operands.address(words->spaces.back(), form->source);
    operands.value(sizeof(std::uint32_t), form->size);
    if (words->completes)
        operands.address(ptx::StateSpace::shared, form->barrier);
    if (words->multicasts)
        operands.value(sizeof(std::uint16_t), form->blocks);
    if (words->has_policy)
        operands.value(sizeof(std::uint64_t), policy);
    if (words->masks_bytes)
        operands.value(sizeof(std::uint16_t), form->byte_mask);
    if (!operands.good() || (words->multicasts && !words->completes))
        return Supported::no;
    if (!words->reduction.empty()) {
        form->reduction = reduction_of(lowering, words->reduction, instruction.types[0]);
        form->element_bytes = static_cast<std::uint8_t>(ptx::size_of(instruction.types[0]));
        if (form->reduction == nullptr)
            return Supported::no;
    }
    use_bulk_form(lowering, std::move(form), operation);
    return Supported::yes;
}

// "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r1], {%r2, %r3}, [%r4]".
Supported lower_async_store(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    std::string_view reduction;
    std::size_t elements = 1;
    bool completes = false;
    for (const std::string_view word : instruction.modifiers) {
        if (std::ranges::find(kReductions, word) != kReductions.end())
            reduction = word;
        else if (word == "v2" || word == "v4")
            elements = word == "v2" ? 2 : 4;
        else if (word == "mbarrier::complete_tx::bytes")
            completes = true;
        else if (std::ranges::find(kAsyncStoreWords, word) == kAsyncStoreWords.end())
            return Supported::no;
    }
    const bool reduces = instruction.opcode == ptx::Opcode::red;
    const std::uint32_t bytes = instruction.types.size() == 1 ? ptx::size_of(instruction.types[0]) : 0;
    if (!completes || reduces == reduction.empty() || (bytes != 4 && bytes != 8))
        return Supported::no;
    auto form = std::make_unique<BulkForm>();
    form->elements = static_cast<std::uint8_t>(elements);
    form->element_bytes = static_cast<std::uint8_t>(bytes);
    form->reduction = reduces ? reduction_of(lowering, reduction, instruction.types[0]) : nullptr;
    BulkOperands operands(lowering, instruction);
    operands.address(ptx::StateSpace::shared, form->destination);
    operands.values(bytes, instruction.types[0], std::span(form->values).first(elements));
    operands.address(ptx::StateSpace::shared, form->barrier);
    if (!operands.good() || (reduces && (form->reduction == nullptr || elements != 1)))
        return Supported::no;
    use_bulk_form(lowering, std::move(form), operation);
    return Supported::yes;
}

} // namespace warpstage::simt
