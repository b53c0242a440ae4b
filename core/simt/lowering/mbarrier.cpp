// mbarrier and cp.async.mbarrier.arrive (PTX ISA, 9.7.13.15 and 9.7.9.25.3.4).
#include "core/simt/async/mbarrier.h"

#include "core/simt/lowering/lowering.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// What follows the address: nothing, a count of arrivals, a number of bytes, or what a test compares.
enum class MbarrierOperand : std::uint8_t { none, count, optional_count, bytes, token, parity };

struct MbarrierForm {
    std::string_view words; // behind "mbarrier", without what says how memory is ordered and addressed
    MbarrierAction action;
    bool has_result;
    MbarrierOperand operand;
    AccessKind access;
};

constexpr std::array kMbarrierForms {
    MbarrierForm { "init", MbarrierAction::init, false, MbarrierOperand::count, AccessKind::store },
    MbarrierForm { "inval", MbarrierAction::inval, false, MbarrierOperand::none, AccessKind::store },
    MbarrierForm { "arrive", MbarrierAction::arrive, true, MbarrierOperand::optional_count, AccessKind::atomic },
    MbarrierForm { "arrive.noComplete", MbarrierAction::arrive_no_complete, true, MbarrierOperand::count, AccessKind::atomic },
    MbarrierForm { "arrive.expect_tx", MbarrierAction::arrive, true, MbarrierOperand::bytes, AccessKind::atomic },
    MbarrierForm { "arrive_drop", MbarrierAction::arrive_drop, true, MbarrierOperand::optional_count, AccessKind::atomic },
    MbarrierForm {
        "arrive_drop.noComplete", MbarrierAction::arrive_drop_no_complete, true, MbarrierOperand::count, AccessKind::atomic },
    MbarrierForm { "arrive_drop.expect_tx", MbarrierAction::arrive_drop, true, MbarrierOperand::bytes, AccessKind::atomic },
    MbarrierForm { "expect_tx", MbarrierAction::expect, false, MbarrierOperand::bytes, AccessKind::atomic },
    MbarrierForm { "complete_tx", MbarrierAction::complete, false, MbarrierOperand::bytes, AccessKind::atomic },
    MbarrierForm { "test_wait", MbarrierAction::test_token, true, MbarrierOperand::token, AccessKind::atomic },
    MbarrierForm { "test_wait.parity", MbarrierAction::test_parity, true, MbarrierOperand::parity, AccessKind::atomic },
    MbarrierForm { "try_wait", MbarrierAction::test_token, true, MbarrierOperand::token, AccessKind::atomic },
    MbarrierForm { "try_wait.parity", MbarrierAction::test_parity, true, MbarrierOperand::parity, AccessKind::atomic },
    // cp.async.mbarrier.arrive
    MbarrierForm { "async.mbarrier.arrive", MbarrierAction::copy_arrive, false, MbarrierOperand::none, AccessKind::atomic },
    MbarrierForm { "async.mbarrier.arrive.noinc", MbarrierAction::arrive, false, MbarrierOperand::none, AccessKind::atomic },
};

// Memory order and scope: every access takes effect for all threads at once.
constexpr std::array<std::string_view, 5> kOrderingWords { "release", "acquire", "relaxed", "cta", "cluster" };
constexpr std::array<std::string_view, 3> kSharedWords { "shared", "shared::cta", "shared::cluster" };

bool is_test(const MbarrierForm& form)
{
    return form.operand == MbarrierOperand::token || form.operand == MbarrierOperand::parity;
}

const MbarrierForm* mbarrier_form_of(const ptx::Instruction& instruction, ptx::StateSpace& space)
{
    std::string words;
    space = ptx::StateSpace::generic;
    for (const std::string_view word : instruction.modifiers) {
        if (std::ranges::find(kSharedWords, word) != kSharedWords.end())
            space = ptx::StateSpace::shared;
        else if (std::ranges::find(kOrderingWords, word) == kOrderingWords.end())
            words.append(words.empty() ? "" : ".").append(word);
    }
    const auto* found = std::ranges::find(kMbarrierForms, std::string_view { words }, &MbarrierForm::words);
    return found == kMbarrierForms.end() ? nullptr : found;
}

// Behind the address; `operands` begins there.
Supported lower_mbarrier_operand(
    Lowering& lowering, const MbarrierForm& form, std::span<const ptx::Operand> operands, Operation& operation)
{
    using enum MbarrierOperand;
    if (form.operand == none || (form.operand == optional_count && operands.empty()))
        return operands.empty() ? Supported::yes : Supported::no;
    // The last operand of try_wait limits its time; here it ends when the other warps have run.
    const std::size_t most = is_test(form) ? 2 : 1;
    if (operands.empty() || operands.size() > most)
        return Supported::no;
    const bool wide = form.operand == token;
    const auto row = source(lowering, operands[0], wide ? 8 : 4, wide ? ptx::Type::b64 : ptx::Type::b32);
    if (!row || (operands.size() == 2 && !source(lowering, operands[1], 4, ptx::Type::u32)))
        return Supported::no;
    (form.operand == bytes ? operation.c : operation.b) = *row;
    return Supported::yes;
}

// "mbarrier.pending_count.b64 %r1, %rd1".
Supported lower_pending_count(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 2 || instruction.modifiers.size() != 1)
        return Supported::no;
    const auto a = source(lowering, instruction.operands[1], 8, ptx::Type::b64);
    const auto d = destination(lowering, instruction.operands[0], 4);
    if (!a || !d)
        return Supported::no;
    operation.a = *a;
    operation.d = *d;
    operation.full = &count_pending;
    operation.masked = &count_pending;
    return Supported::yes;
}

} // namespace

Supported lower_mbarrier(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.types.size() != 1 || instruction.types[0] != ptx::Type::b64)
        return Supported::no;
    if (instruction.has_modifier("pending_count"))
        return lower_pending_count(lowering, instruction, operation);
    ptx::StateSpace space {};
    const MbarrierForm* form = mbarrier_form_of(instruction, space);
    const std::size_t first = form != nullptr && form->has_result ? 1 : 0;
    if (form == nullptr || instruction.operands.size() < first + 1)
        return Supported::no;
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[first]);
    const auto base = address == nullptr ? std::nullopt : address_base(lowering, *address, space);
    const std::span<const ptx::Operand> operands(instruction.operands);
    const bool wide = space == ptx::StateSpace::shared || (base && base->lane_bytes == sizeof(std::uint64_t));
    if (!base || !wide || lower_mbarrier_operand(lowering, *form, operands.subspan(first + 1), operation) == Supported::no)
        return Supported::no;

    const bool tests = is_test(*form);
    const ptx::Operand nobody = ptx::DiscardOperand {};
    const auto word = destination(lowering, form->has_result && !tests ? operands[0] : nobody, 8);
    const auto predicate = destination(lowering, tests ? operands[0] : nobody, kPredicateSize);
    if (!word || !predicate)
        return Supported::no;
    operation.full = mbarrier_handler(form->action);
    operation.masked = operation.full;
    operation.kind = tests ? OperationKind::wait : OperationKind::straight;
    operation.a = base->offset;
    operation.d = *word;
    operation.e = *predicate;
    operation.displacement = address->offset;
    operation.element_bytes = static_cast<std::uint8_t>(base->lane_bytes);
    operation.elements = 1;
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    lowering.body->memory_forms.push_back(
        { space, form->access, sizeof(std::uint64_t), 1, sizeof(std::uint64_t), operation.element_bytes });
    return Supported::yes;
}

} // namespace warpstage::simt
