// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and cp.async.bulk.prefetch.tensor in tile mode.
#include "core/simt/async/tensor_copy.h"

#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/tensor/bulk_operands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string_view>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::array<std::string_view, 8> kTensorReductions { "add", "min", "max", "inc", "dec", "and", "or", "xor" };
constexpr std::array<std::string_view, 6> kPlainTensorWords { "async", "bulk", "tensor", "bulk_group", "tile", "L2" };

struct TensorWords {
    std::vector<std::string_view> spaces; // of destination and source
    std::size_t rank = 0;
    std::string_view reduction;
    bool reduces = false;
    bool prefetches = false;
    bool completes = false;
    bool multicasts = false;
    bool has_policy = false;
};

std::optional<TensorWords> tensor_words_of(const ptx::Instruction& instruction)
{
    TensorWords words;
    for (const std::string_view word : instruction.modifiers) {
        if (word.size() == 2 && word[0] >= '1' && word[0] <= '5' && word[1] == 'd')
            words.rank = static_cast<std::size_t>(word[0] - '0');
        else if (word == "global" || word == "shared::cta" || word == "shared::cluster")
            words.spaces.push_back(word);
        else if (std::ranges::find(kTensorReductions, word) != kTensorReductions.end())
            words.reduction = word;
        else if (word == "reduce")
            words.reduces = true;
        else if (word == "prefetch")
            words.prefetches = true;
        else if (word == "mbarrier::complete_tx::bytes")
            words.completes = true;
        else if (word == "multicast::cluster")
            words.multicasts = true;
        else if (word == "L2::cache_hint")
            words.has_policy = true;
        else if (std::ranges::find(kPlainTensorWords, word) == kPlainTensorWords.end())
            return std::nullopt;
    }
    const std::size_t spaces = words.prefetches ? 1 : 2;
    if (words.rank == 0 || words.spaces.size() != spaces || words.reduces == words.reduction.empty()
        || !instruction.types.empty())
        return std::nullopt;
    return words;
}

TensorAction action_of(const TensorWords& words)
{
    if (words.prefetches)
        return TensorAction::prefetch;
    if (words.reduces)
        return TensorAction::reduce;
    return words.spaces.front() == "global" ? TensorAction::store : TensorAction::load;
}

// As reductions name it: of bits without a sign.
ptx::Type reduced_type(TensorElement element, std::string_view reduction)
{
    using enum ptx::Type;
    constexpr std::array<ptx::Type, kTensorElements> kTypes { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16 };
    const ptx::Type type = kTypes[static_cast<std::size_t>(element)];
    const bool of_bits = reduction == "and" || reduction == "or" || reduction == "xor";
    if (!of_bits || ptx::is_float(type))
        return type;
    return ptx::size_of(type) == 4 ? b32 : ptx::size_of(type) == 8 ? b64 : type;
}

void use_tensor_form(Lowering& lowering, std::unique_ptr<const TensorForm> form, Operation& operation)
{
    operation.full = &copy_tensor;
    operation.masked = &copy_tensor;
    operation.d = lowering.layout.fresh(sizeof(std::uint64_t)).offset;
    use_memory_form(*lowering.body, std::move(form), lowering.body->forms.tensor, operation);
}

} // namespace

// "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], [%r4]",
// "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {%r2, %r3}], [%r1]".
Supported lower_tensor_copy(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const bool of_images = std::ranges::any_of(
        instruction.modifiers, [](std::string_view word) { return word.starts_with("im2col") || word.starts_with("tile::"); });
    if (of_images)
        return refuse(lowering,
            "the virtual machine executes tensor copies in tile mode only, not in the modes im2col, gather and scatter");
    const std::optional<TensorWords> words = tensor_words_of(instruction);
    if (!words)
        return Supported::no;
    auto form = std::make_unique<TensorForm>();
    form->action = action_of(*words);
    form->rank = static_cast<std::uint8_t>(words->rank);
    const bool loads = form->action == TensorAction::load;
    if (loads != words->completes || (words->multicasts && !loads))
        return Supported::no;
    std::uint32_t policy = kNoRow;
    BulkOperands operands(lowering, instruction);
    if (loads)
        operands.address(ptx::StateSpace::shared, form->box);
    operands.address(ptx::StateSpace::generic, form->map);
    operands.values(sizeof(std::int32_t), ptx::Type::s32, std::span(form->coordinates).first(words->rank));
    if (loads)
        operands.address(ptx::StateSpace::shared, form->barrier);
    else if (form->action != TensorAction::prefetch)
        operands.address(ptx::StateSpace::shared, form->box);
    if (words->multicasts)
        operands.value(sizeof(std::uint16_t), form->blocks);
    if (words->has_policy)
        operands.value(sizeof(std::uint64_t), policy);
    if (!operands.good())
        return Supported::no;
    for (std::size_t i = 0; i < kTensorElements && words->reduces; ++i)
        form->reductions[i] =
            reduction_of(lowering, words->reduction, reduced_type(static_cast<TensorElement>(i), words->reduction));
    use_tensor_form(lowering, std::move(form), operation);
    return Supported::yes;
}

} // namespace warpstage::simt
