#include "core/simt/matrix/warpgroup.h"

#include "core/simt/lane_value.h"
#include "core/simt/matrix/fragment_numbers.h"
#include "core/simt/matrix/matrix_move.h"
#include "core/simt/matrix/observed_matrices.h"
#include "core/simt/memory/address_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kPieceBytes = 16; // of a core matrix one row
constexpr std::uint32_t kCoreRows = 8;

// A part of a matrix in shared memory, which one warp reads.
struct MatrixPart {
    const DescribedMatrix& matrix;
    std::uint32_t first; // row of a or column of b
    std::uint32_t sides; // how many of them
    std::uint32_t depth; // k
    MatrixDescriptor descriptor;

    [[nodiscard]] std::uint32_t numbers_per_piece() const { return kPieceBytes * 8 / bits_of(matrix.format); }
    [[nodiscard]] std::uint32_t address(std::uint32_t side, std::uint32_t k) const
    {
        return descriptor.address(first + side, k, bits_of(matrix.format), matrix.along_k);
    }
};

MatrixPart part_of(
    const WarpState& state, const DescribedMatrix& matrix, std::uint32_t first, std::uint32_t sides, std::uint32_t k)
{
    const auto bits = lane_value<std::uint64_t>(state, matrix.descriptor, lowest_lane(state.active));
    return { matrix, first, sides, k, MatrixDescriptor::of(bits) };
}

MatrixPart part_of_a(const WarpState& state, const WarpgroupForm& form)
{
    const auto warp = lane_value<std::uint32_t>(state, form.warp, lowest_lane(state.active));
    return part_of(state, form.a, warp % kWarpgroupWarps * kWarpRows, kWarpRows, form.shape.k);
}

MatrixPart part_of_b(const WarpState& state, const WarpgroupForm& form)
{
    return part_of(state, form.b, 0, form.shape.n, form.shape.k);
}

// Calls `visit(side, k, address)` for the first number of each piece of 16 bytes: one core matrix of eight pieces after the
// other, because the instruction reads core matrices (PTX ISA, "Shared Memory Matrix Layout").
template <typename Visit> void for_each_piece(const MatrixPart& part, const Visit& visit)
{
    const std::uint32_t side_step = part.matrix.along_k ? 1 : part.numbers_per_piece();
    const std::uint32_t depth_step = part.matrix.along_k ? part.numbers_per_piece() : 1;
    const std::uint32_t core_sides = part.matrix.along_k ? kCoreRows : side_step;
    const std::uint32_t core_depth = part.matrix.along_k ? depth_step : kCoreRows;
    for (std::uint32_t first_side = 0; first_side < part.sides; first_side += core_sides) {
        for (std::uint32_t first_k = 0; first_k < part.depth; first_k += core_depth) {
            for (std::uint32_t side = first_side; side < std::min(first_side + core_sides, part.sides); side += side_step) {
                for (std::uint32_t k = first_k; k < std::min(first_k + core_depth, part.depth); k += depth_step)
                    visit(side, k, part.address(side, k));
            }
        }
    }
}

// The address of a piece that is not in the block's shared memory.
std::optional<std::uint32_t> invalid_address(const WarpState& state, const MatrixPart& part)
{
    std::optional<std::uint32_t> invalid;
    for_each_piece(part, [&](std::uint32_t, std::uint32_t, std::uint32_t address) {
        if (!invalid && find_shared(state, address, kPieceBytes) == nullptr)
            invalid = address;
    });
    return invalid;
}

bool is_readable(const WarpState& state, const MatrixPart& part)
{
    return part.descriptor.base_offset == 0 && !invalid_address(state, part);
}

// `by_side`: by side, each with all of its k; else by k.
Numbers read_numbers(const WarpState& state, const MatrixPart& part, bool by_side, bool negated)
{
    const std::size_t side_step = by_side ? part.depth : 1;
    const std::size_t k_step = by_side ? 1 : part.sides;
    Numbers numbers(std::size_t { part.sides } * part.depth);
    const std::uint32_t bits = bits_of(part.matrix.format);
    for_each_piece(part, [&](std::uint32_t side, std::uint32_t k, std::uint32_t address) {
        const std::byte* const piece = find_shared(state, address, kPieceBytes);
        for (std::uint32_t i = 0; i < part.numbers_per_piece(); ++i) {
            std::uint64_t value = 0;
            std::memcpy(&value, piece + i * bits / 8, (bits + 7) / 8);
            const double number = number_of(value >> (i * bits % 8), part.matrix.format);
            const std::size_t at =
                part.matrix.along_k ? side * side_step + (k + i) * k_step : (side + i) * side_step + k * k_step;
            numbers[at] = negated ? -number : number;
        }
    });
    return numbers;
}

void add_reads(const WarpState& state, const MatrixPart& part, std::vector<Access>& reads)
{
    std::uint32_t lane = kMaxLanes;
    for_each_piece(part, [&](std::uint32_t, std::uint32_t, std::uint32_t address) {
        const std::byte* const piece = find_shared(state, address, kPieceBytes);
        if (piece == nullptr)
            return;
        if (lane == kMaxLanes) {
            reads.emplace_back();
            reads.back().space = ptx::StateSpace::shared;
            reads.back().bytes = kPieceBytes;
            reads.back().issuer = lowest_lane(state.active);
            lane = 0;
        }
        Access& read = reads.back();
        read.lanes |= LaneMask { 1 } << lane;
        read.addresses[lane] = address;
        std::memcpy(&read.values[lane], piece, sizeof(read.values[lane]));
        ++lane;
    });
}

} // namespace

MatrixDescriptor MatrixDescriptor::of(std::uint64_t bits)
{
    constexpr std::array<std::uint32_t, 4> kRowBytes { kPieceBytes, 128, 64, 32 };
    const auto field = [bits](std::uint32_t at, std::uint32_t width) {
        return static_cast<std::uint32_t>(bits >> at & ((std::uint64_t { 1 } << width) - 1));
    };
    return { field(0, 14) * kPieceBytes, field(16, 14) * kPieceBytes, field(32, 14) * kPieceBytes, field(49, 3),
        kRowBytes[field(62, 2)] };
}

// PTX ISA, 9.7.15.5.1 "Shared memory matrix layout". Eight rows of `row_bytes` are a unit; K-major units follow each other along
// the side by `stride`, and without swizzle two of them lie side by side along k by `leading`. Otherwise units follow each other
// along k by `stride` and along the side by `leading`, without swizzle the other way around.
std::uint32_t MatrixDescriptor::address(std::uint32_t side, std::uint32_t depth, std::uint32_t number_bits, bool along_k) const
{
    const bool swizzled = row_bytes != kPieceBytes;
    const std::uint32_t row = along_k ? side : depth;
    const std::uint32_t within = (along_k ? depth : side) * number_bits / 8;
    const std::uint32_t across = along_k || swizzled ? stride : leading; // from one unit of eight rows to the next
    const std::uint32_t along = along_k || swizzled ? leading : stride; // from one row to its continuation
    const std::uint32_t address = start + row / kCoreRows * across + row % kCoreRows * row_bytes + within / row_bytes * along
        + within % row_bytes / kPieceBytes * kPieceBytes;
    // The number of the row of 128 bytes is added without carry to that of the 16 bytes in it.
    const std::uint32_t mask = row_bytes / kPieceBytes - 1;
    return address ^ ((address / 128 & mask) * kPieceBytes);
}

bool multiply_in_warpgroup(WarpState& state, const Operation& operation)
{
    if (!whole_warp_executes(state))
        return false;
    const WarpgroupForm& form = form_of<WarpgroupForm>(operation);
    const MatrixPart b_part = part_of_b(state, form);
    if (!is_readable(state, b_part) || (!form.a_in_registers && !is_readable(state, part_of_a(state, form)))) {
        state.refusal = { RefusalKind::none, lowest_lane(state.active), 0, 0 };
        return false;
    }
    const MatrixOperators& operators = *form.operators;
    Numbers a = form.a_in_registers ? gathered_numbers(state, operators, *form.a_in_registers)
                                    : read_numbers(state, part_of_a(state, form), true, form.negates_a);
    if (form.a_in_registers && form.negates_a)
        std::ranges::transform(a, a.begin(), std::negate<> {});
    const Numbers b = read_numbers(state, b_part, false, form.negates_b);
    LaneMask keeps = 0;
    std::memcpy(&keeps, state.registers + form.keeps_d, sizeof(keeps));
    const bool adds = (keeps >> lowest_lane(state.active) & 1U) != 0;
    const std::size_t width = form.shape.n;
    Numbers sum = adds ? gathered_numbers(state, operators, form.d) : Numbers(kWarpRows * width);
    operators.multiply({ kWarpRows, width, form.shape.k, a.data(), b.data(), sum.data(), width, nullptr });
    spread_numbers(state, operators, form.d, sum, form.saturates);
    return true;
}

std::vector<Access> warpgroup_reads(const WarpState& state, const WarpgroupForm& form)
{
    std::vector<Access> reads;
    if (state.active == 0)
        return reads;
    if (!form.a_in_registers)
        add_reads(state, part_of_a(state, form), reads);
    add_reads(state, part_of_b(state, form), reads);
    return reads;
}

std::vector<ObservedMatrix> warpgroup_factors(const WarpState& state, const WarpgroupForm& form)
{
    const auto in_shared = [&](std::string name, const MatrixPart& part, bool by_side) {
        const std::uint32_t bits = bits_of(part.matrix.format);
        ObservedMatrix matrix { std::move(name), part.matrix.format, by_side ? part.sides : part.depth,
            by_side ? part.depth : part.sides, {} };
        matrix.numbers.resize(std::size_t { part.sides } * part.depth);
        for_each_piece(part, [&](std::uint32_t side, std::uint32_t k, std::uint32_t address) {
            const std::byte* const piece = find_shared(state, address, kPieceBytes);
            for (std::uint32_t i = 0; i < part.numbers_per_piece(); ++i) {
                const std::uint32_t at_side = part.matrix.along_k ? side : side + i;
                const std::uint32_t at_k = part.matrix.along_k ? k + i : k;
                MatrixNumber& number = matrix.numbers[by_side ? std::size_t { at_side } * part.depth + at_k
                                                              : std::size_t { at_k } * part.sides + at_side];
                std::memcpy(&number.bits, piece + i * bits / 8, (bits + 7) / 8);
                number.bits = number.bits >> (i * bits % 8) & (~std::uint64_t { 0 } >> (64 - bits));
                number.address = address + i * bits / 8;
            }
        });
        return matrix;
    };
    const MatrixPart b_part = part_of_b(state, form);
    if (!is_readable(state, b_part) || (!form.a_in_registers && !is_readable(state, part_of_a(state, form))))
        return {};
    return { form.a_in_registers ? held_matrix(state, "A", *form.a_in_registers) : in_shared("A", part_of_a(state, form), true),
        in_shared("B", b_part, false), held_matrix(state, "C", form.d) };
}

std::string warpgroup_fault(const WarpState& state, const WarpgroupForm& form)
{
    const auto fault_of_part = [&](std::string_view name, const MatrixPart& part) {
        if (part.descriptor.base_offset != 0)
            return fmt::format(
                "Invalid matrix descriptor of {}: base offset {}; the virtual machine reads matrices with base offset 0 only",
                name, part.descriptor.base_offset);
        return fmt::format(
            "Invalid matrix descriptor of {}: the matrix reaches address 0x{:x}, which is not in the block's shared "
            "memory",
            name, invalid_address(state, part).value_or(0));
    };
    if (!form.a_in_registers && !is_readable(state, part_of_a(state, form)))
        return fault_of_part("a", part_of_a(state, form));
    return fault_of_part("b", part_of_b(state, form));
}

} // namespace warpstage::simt
