#include "core/simt/lowering/matrix_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <variant>

namespace warpstage::simt {

namespace {

// Formats that may be multiplied with each other.
enum class FactorGroup : std::uint8_t { f16, bf16, tf32, f64, byte, small_float, nibble, bit };

std::optional<FactorGroup> group_of_factor(NumberFormat format)
{
    switch (format) {
    case NumberFormat::f16:
        return FactorGroup::f16;
    case NumberFormat::bf16:
        return FactorGroup::bf16;
    case NumberFormat::tf32:
        return FactorGroup::tf32;
    case NumberFormat::f64:
        return FactorGroup::f64;
    case NumberFormat::s8:
    case NumberFormat::u8:
        return FactorGroup::byte;
    case NumberFormat::e4m3:
    case NumberFormat::e5m2:
        return FactorGroup::small_float;
    case NumberFormat::s4:
    case NumberFormat::u4:
        return FactorGroup::nibble;
    case NumberFormat::b1:
        return FactorGroup::bit;
    case NumberFormat::f32:
    case NumberFormat::s32:
        break;
    }
    return std::nullopt;
}

struct KnownShape {
    MatrixFamily family;
    FactorGroup factors;
    MatrixShape shape;
};

constexpr std::array kKnownShapes {
    KnownShape { MatrixFamily::mma, FactorGroup::f16, { 8, 8, 4 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f16, { 16, 8, 8 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f16, { 16, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::bf16, { 16, 8, 8 } },
    KnownShape { MatrixFamily::mma, FactorGroup::bf16, { 16, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::tf32, { 16, 8, 4 } },
    KnownShape { MatrixFamily::mma, FactorGroup::tf32, { 16, 8, 8 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f64, { 8, 8, 4 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f64, { 16, 8, 4 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f64, { 16, 8, 8 } },
    KnownShape { MatrixFamily::mma, FactorGroup::f64, { 16, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::byte, { 8, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::byte, { 16, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::byte, { 16, 8, 32 } },
    KnownShape { MatrixFamily::mma, FactorGroup::small_float, { 16, 8, 16 } },
    KnownShape { MatrixFamily::mma, FactorGroup::small_float, { 16, 8, 32 } },
    KnownShape { MatrixFamily::mma, FactorGroup::nibble, { 8, 8, 32 } },
    KnownShape { MatrixFamily::mma, FactorGroup::nibble, { 16, 8, 32 } },
    KnownShape { MatrixFamily::mma, FactorGroup::nibble, { 16, 8, 64 } },
    KnownShape { MatrixFamily::mma, FactorGroup::bit, { 8, 8, 128 } },
    KnownShape { MatrixFamily::mma, FactorGroup::bit, { 16, 8, 128 } },
    KnownShape { MatrixFamily::mma, FactorGroup::bit, { 16, 8, 256 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::f16, { 16, 8, 16 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::f16, { 16, 8, 32 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::bf16, { 16, 8, 16 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::bf16, { 16, 8, 32 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::tf32, { 16, 8, 8 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::tf32, { 16, 8, 16 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::byte, { 16, 8, 32 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::byte, { 16, 8, 64 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::small_float, { 16, 8, 64 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::nibble, { 16, 8, 64 } },
    KnownShape { MatrixFamily::sparse_mma, FactorGroup::nibble, { 16, 8, 128 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::f16, { 16, 16, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::f16, { 32, 8, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::f16, { 8, 32, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::bf16, { 16, 16, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::bf16, { 32, 8, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::bf16, { 8, 32, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::byte, { 16, 16, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::byte, { 32, 8, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::byte, { 8, 32, 16 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::tf32, { 16, 16, 8 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::f64, { 8, 8, 4 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::nibble, { 8, 8, 32 } },
    KnownShape { MatrixFamily::wmma, FactorGroup::bit, { 8, 8, 128 } },
};

struct KnownSum {
    FactorGroup factors;
    NumberFormat sum;
};

constexpr std::array kKnownSums {
    KnownSum { FactorGroup::f16, NumberFormat::f16 },
    KnownSum { FactorGroup::f16, NumberFormat::f32 },
    KnownSum { FactorGroup::bf16, NumberFormat::f32 },
    KnownSum { FactorGroup::tf32, NumberFormat::f32 },
    KnownSum { FactorGroup::f64, NumberFormat::f64 },
    KnownSum { FactorGroup::byte, NumberFormat::s32 },
    KnownSum { FactorGroup::small_float, NumberFormat::f16 },
    KnownSum { FactorGroup::small_float, NumberFormat::f32 },
    KnownSum { FactorGroup::nibble, NumberFormat::s32 },
    KnownSum { FactorGroup::bit, NumberFormat::s32 },
};

bool is_sum_of(FactorGroup factors, NumberFormat sum)
{
    return std::any_of(kKnownSums.begin(), kKnownSums.end(),
        [&](const KnownSum& known) { return known.factors == factors && known.sum == sum; });
}

// "m16n8k16"
std::optional<MatrixShape> shape_of(std::string_view word)
{
    MatrixShape shape;
    const char* at = word.data();
    const char* const end = at + word.size();
    const auto side = [&](char letter, std::uint32_t& value) {
        if (at == end || *at != letter)
            return false;
        const auto [behind, error] = std::from_chars(at + 1, end, value);
        at = behind;
        return error == std::errc {};
    };
    return side('m', shape.m) && side('n', shape.n) && side('k', shape.k) && at == end ? std::optional { shape } : std::nullopt;
}

// Those of earlier products with the same layout: the places of many products together would not fit into the processor's cache.
std::shared_ptr<const FragmentPlaces> places_of(const Lowering& lowering, const MatrixFragment& fragment)
{
    for (const auto& form : lowering.body->forms.matrix) {
        for (const MatrixFragment* const known : { &form->a, &form->b, &form->c, &form->d })
            if (known->format == fragment.format && known->layout == fragment.layout)
                return known->places;
    }
    return find_places(fragment.layout, fragment.format);
}

} // namespace

std::string_view mnemonic_of(const ptx::Instruction& instruction)
{
    const std::string_view text = instruction.text;
    return text.substr(0, text.find_first_of(" \t{[,"));
}

WordReader::WordReader(const ptx::Instruction& instruction)
{
    std::string_view rest = mnemonic_of(instruction);
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
        rest.remove_prefix(dot + 1);
        m_words.push_back(rest.substr(0, rest.find('.')));
    }
}

bool WordReader::accept(std::string_view word)
{
    const auto found = std::ranges::find(m_words, word);
    if (found == m_words.end())
        return false;
    m_words.erase(found);
    return true;
}

bool WordReader::take_order(bool& by_rows)
{
    const auto found = std::ranges::find_if(m_words, [](std::string_view word) { return word == "row" || word == "col"; });
    if (found == m_words.end())
        return false;
    by_rows = *found == "row";
    m_words.erase(found);
    return true;
}

bool WordReader::take_shape(MatrixShape& shape)
{
    for (auto word = m_words.begin(); word != m_words.end(); ++word) {
        if (const std::optional<MatrixShape> found = shape_of(*word)) {
            shape = *found;
            m_words.erase(word);
            return true;
        }
    }
    return false;
}

bool WordReader::take_format(NumberFormat& format)
{
    for (auto word = m_words.begin(); word != m_words.end(); ++word) {
        if (const std::optional<NumberFormat> found = parse_number_format(*word)) {
            format = *found;
            m_words.erase(word);
            return true;
        }
    }
    return false;
}

bool has_shape(MatrixFamily family, const MatrixShape& shape, NumberFormat factor)
{
    const std::optional<FactorGroup> group = group_of_factor(factor);
    return std::any_of(kKnownShapes.begin(), kKnownShapes.end(),
        [&](const KnownShape& known) { return known.family == family && known.factors == group && known.shape == shape; });
}

bool can_multiply(NumberFormat a, NumberFormat b)
{
    return group_of_factor(a).has_value() && group_of_factor(a) == group_of_factor(b);
}

bool can_sum(NumberFormat factor, NumberFormat sum)
{
    const std::optional<FactorGroup> group = group_of_factor(factor);
    return group && is_sum_of(*group, sum);
}

bool has_sum(const MatrixShape& shape, NumberFormat sum)
{
    return std::any_of(kKnownShapes.begin(), kKnownShapes.end(), [&](const KnownShape& known) {
        return known.family == MatrixFamily::wmma && known.shape == shape && is_sum_of(known.factors, sum);
    });
}

bool has_fixed_order(NumberFormat factor)
{
    return bits_of(factor) < 8;
}

Supported take_registers(Lowering& lowering, const ptx::Instruction& instruction, std::size_t operand, std::string_view name,
    bool written, MatrixFragment& fragment)
{
    std::vector<ptx::Operand> elements;
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&instruction.operands[operand]))
        std::transform(vector->elements.begin(), vector->elements.end(), std::back_inserter(elements), widened);
    else
        elements.push_back(instruction.operands[operand]);
    const std::size_t needed = fragment.layout.numbers.size() / numbers_per_register(fragment.format);
    if (elements.size() != needed) {
        return refuse(lowering,
            fmt::format("`{}` needs {} register{} for matrix {} and has {}", mnemonic_of(instruction), needed,
                needed == 1 ? "" : "s", name, elements.size()));
    }
    const std::uint32_t bytes = register_bytes(fragment.format);
    for (const ptx::Operand& element : elements) {
        const auto row = written ? destination(lowering, element, bytes) : source(lowering, element, bytes, ptx::Type::b32);
        if (!row)
            return refuse(
                lowering, fmt::format("`{}`: matrix {} needs registers of {} bits", mnemonic_of(instruction), name, bytes * 8));
        fragment.registers.push_back(*row);
    }
    fragment.places = places_of(lowering, fragment);
    return Supported::yes;
}

void meet_whole_warp(Lowering& lowering)
{
    lowering.member_row = lowering.layout.constant(ImmediateConstant { ~LaneMask { 0 } }, sizeof(LaneMask)).offset;
}

} // namespace warpstage::simt
