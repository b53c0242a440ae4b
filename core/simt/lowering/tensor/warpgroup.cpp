// wgmma (PTX ISA, 9.7.15).
#include "core/simt/matrix/warpgroup.h"

#include "core/simt/lowering/forms/memory_form.h"
#include "core/simt/lowering/matrix_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kWarpgroupRows = kWarpgroupWarps * kWarpRows;
constexpr std::uint32_t kDepthBits = 256; // of k, in every format
constexpr std::uint32_t kMaxColumns = 256;

struct WarpgroupWords {
    MatrixShape shape;
    NumberFormat d = NumberFormat::f32;
    NumberFormat a = NumberFormat::f16;
    NumberFormat b = NumberFormat::f16;
    bool saturates = false;
};

// "mma_async.sync.aligned.m64n8k16.f32.f16.f16{.satfinite}", of bits with "and.popc".
bool read_warpgroup(WordReader& reader, WarpgroupWords& words)
{
    if (!reader.accept("mma_async") || !reader.accept("sync") || !reader.accept("aligned") || !reader.take_shape(words.shape)
        || !reader.take_format(words.d) || !reader.take_format(words.a) || !reader.take_format(words.b))
        return false;
    words.saturates = reader.accept("satfinite");
    const bool of_bits = reader.accept("and") && reader.accept("popc");
    return reader.at_end() && of_bits == (words.a == NumberFormat::b1) && (!words.saturates || (is_integer(words.a) && !of_bits));
}

bool exists(const WarpgroupWords& words)
{
    const bool known_factor =
        bits_of(words.a) == 16 || bits_of(words.a) == 8 || words.a == NumberFormat::tf32 || words.a == NumberFormat::b1;
    return known_factor && can_multiply(words.a, words.b) && can_sum(words.a, words.d) && words.shape.m == kWarpgroupRows
        && words.shape.n % 8 == 0 && words.shape.n >= 8 && words.shape.n <= kMaxColumns
        && words.shape.k * bits_of(words.a) == kDepthBits;
}

// PTX ISA, 9.7.15.5.1.1 "Register fragments": of every eight columns each lane holds two numbers in one row and two numbers eight
// rows below.
FragmentLayout warp_sum_layout(std::uint32_t columns, NumberFormat format)
{
    FragmentLayout layout = fragment_layout({ kWarpRows, 8, 8 }, MatrixRole::sum, format);
    const std::vector<MatrixCell> first = layout.numbers;
    layout.columns = columns;
    layout.numbers.clear();
    for (std::uint32_t column = 0; column < columns; column += 8) {
        for (const MatrixCell& cell : first)
            layout.numbers.push_back({ cell.row, static_cast<std::uint8_t>(cell.column + column) });
    }
    layout.distinct = static_cast<std::uint32_t>(layout.numbers.size());
    return layout;
}

std::optional<std::int64_t> number_in_operand(const ptx::Operand& operand)
{
    const auto* literal = std::get_if<ptx::ImmediateOperand>(&operand);
    if (literal == nullptr || literal->kind != ptx::ImmediateOperand::Kind::integer)
        return std::nullopt;
    return static_cast<std::int64_t>(literal->bits);
}

// "1, -1, 0, 1" behind the predicate: the signs of a and b, and which matrices are not K-major. Integers have none of them, only
// factors of 16 bits the order, and a in registers has none.
bool take_signs(const ptx::Instruction& instruction, WarpgroupForm& form)
{
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 4; i < instruction.operands.size(); ++i) {
        const auto number = number_in_operand(instruction.operands[i]);
        if (!number)
            return false;
        numbers.push_back(*number);
    }
    const std::size_t signs = is_integer(form.b.format) ? 0 : 2;
    const std::size_t orders = bits_of(form.b.format) != 16 ? 0 : form.a_in_registers ? 1 : 2;
    if (numbers.size() != signs + orders)
        return false;
    const auto is_one_of = [&](std::size_t first, std::size_t count, std::int64_t one, std::int64_t other) {
        return std::all_of(numbers.begin() + static_cast<std::ptrdiff_t>(first),
            numbers.begin() + static_cast<std::ptrdiff_t>(first + count),
            [&](std::int64_t number) { return number == one || number == other; });
    };
    if (!is_one_of(0, signs, 1, -1) || !is_one_of(signs, orders, 0, 1))
        return false;
    form.negates_a = signs != 0 && numbers[0] == -1;
    form.negates_b = signs != 0 && numbers[1] == -1;
    form.b.along_k = orders == 0 || numbers.back() == 0;
    form.a.along_k = orders < 2 || numbers[signs] == 0;
    return true;
}

void use_warpgroup(Lowering& lowering, std::unique_ptr<const WarpgroupForm> form, Operation& operation)
{
    operation.full = &multiply_in_warpgroup;
    operation.masked = &multiply_in_warpgroup;
    use_memory_form(*lowering.body, std::move(form), lowering.body->forms.warpgroup, operation);
    meet_whole_warp(lowering);
}

bool is_group_word(const ptx::Instruction& instruction)
{
    if (instruction.modifiers.size() != 3 || !instruction.has_modifier("sync") || !instruction.has_modifier("aligned"))
        return false;
    if (instruction.has_modifier("wait_group"))
        return instruction.operands.size() == 1 && number_in_operand(instruction.operands[0]);
    return (instruction.has_modifier("fence") || instruction.has_modifier("commit_group")) && instruction.operands.empty();
}

} // namespace

// "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d..}, a-descriptor or {a..}, b-descriptor, p, 1, 1, 0, 0".
Supported lower_warpgroup(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (is_group_word(instruction))
        return do_nothing(operation);
    if (instruction.has_modifier("sp"))
        return refuse(lowering, "the virtual machine does not execute products with sparse matrices by a warpgroup (`.sp`)");
    WordReader reader(instruction);
    WarpgroupWords words;
    if (!read_warpgroup(reader, words) || !exists(words) || instruction.operands.size() < 4)
        return Supported::no;
    auto form = std::make_unique<WarpgroupForm>();
    form->shape = words.shape;
    form->saturates = words.saturates;
    form->operators = &matrix_operators(lowering.set);
    form->a.format = words.a;
    form->b.format = words.b;
    form->d = { words.d, warp_sum_layout(words.shape.n, words.d), {} };
    if (std::holds_alternative<ptx::VectorOperand>(instruction.operands[1])) {
        const MatrixShape shape { kWarpRows, 8, words.shape.k };
        form->a_in_registers = MatrixFragment { words.a, fragment_layout(shape, MatrixRole::a, words.a), {} };
        if (take_registers(lowering, instruction, 1, "a", false, *form->a_in_registers) == Supported::no)
            return Supported::no;
    } else {
        form->a.descriptor = source(lowering, instruction.operands[1], 8, ptx::Type::b64).value_or(kNoRow);
        if (form->a.descriptor == kNoRow)
            return Supported::no;
    }
    // Read before they are written.
    if (take_registers(lowering, instruction, 0, "d", false, form->d) == Supported::no)
        return Supported::no;
    form->d.registers.clear();
    if (take_registers(lowering, instruction, 0, "d", true, form->d) == Supported::no)
        return Supported::no;
    const auto b = source(lowering, instruction.operands[2], 8, ptx::Type::b64);
    const auto keeps = source(lowering, instruction.operands[3], kPredicateSize, ptx::Type::pred);
    if (!b || !keeps || !take_signs(instruction, *form))
        return Supported::no;
    form->b.descriptor = *b;
    form->keeps_d = *keeps;
    form->warp = lowering.layout.constant(SpecialConstant { ptx::SpecialRegister::warpid }, 4).offset;
    use_warpgroup(lowering, std::move(form), operation);
    return Supported::yes;
}

} // namespace warpstage::simt
