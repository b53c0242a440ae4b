// cp.async.bulk, cp.reduce.async.bulk and their bulk groups (PTX ISA, 9.7.9.25.4 and 9.7.9.25.5), st.async and red.async
// (9.7.9.12 and 9.7.13.17).
#include "core/simt/async/bulk_copy.h"

#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/tensor/bulk_operands.h"

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

void use_bulk_form(Lowering& lowering, std::unique_ptr<const BulkForm> form, Operation& operation)
{
    operation.full = &copy_bulk;
    operation.masked = &copy_bulk;
    operation.d = lowering.layout.fresh(sizeof(std::uint64_t)).offset;
    use_memory_form(*lowering.body, std::move(form), lowering.body->forms.bulk, operation);
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
        return lower_tensor_copy(lowering, instruction, operation);
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
