#include "core/simt/matrix/fragment.h"

#include "core/base/verify.h"

#include <span>

namespace warpstage::simt {

namespace {

constexpr std::size_t kLaneNumberBits = 5;

// A layout is linear: each bit of the lane's number, and each bit of a number's index within the lane, adds a step.
using LaneSteps = std::array<MatrixCell, kLaneNumberBits>;

MatrixCell sum_of_steps(std::span<const MatrixCell> steps, std::size_t bits)
{
    MatrixCell sum;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if ((bits >> i & 1U) == 0)
            continue;
        sum.row = static_cast<std::uint8_t>(sum.row + steps[i].row);
        sum.column = static_cast<std::uint8_t>(sum.column + steps[i].column);
    }
    return sum;
}

FragmentLayout layout_of_steps(
    std::uint32_t rows, std::uint32_t columns, const LaneSteps& lane_steps, std::span<const MatrixCell> number_steps)
{
    FragmentLayout layout;
    layout.rows = rows;
    layout.columns = columns;
    for (std::size_t lane = 0; lane < layout.lanes.size(); ++lane)
        layout.lanes[lane] = sum_of_steps(lane_steps, lane);
    layout.distinct = 1U << number_steps.size();
    for (std::size_t number = 0; number < layout.distinct; ++number)
        layout.numbers.push_back(sum_of_steps(number_steps, number));
    return layout;
}

// In terms of the dimension that groups of four lanes share (major) and that within a group (minor).
struct MajorMinor {
    bool major_is_row = true;

    [[nodiscard]] MatrixCell major(std::uint32_t step) const { return major_is_row ? along_row(step) : along_column(step); }
    [[nodiscard]] MatrixCell minor(std::uint32_t step) const { return major_is_row ? along_column(step) : along_row(step); }

private:
    static MatrixCell along_row(std::uint32_t step) { return { static_cast<std::uint8_t>(step), 0 }; }
    static MatrixCell along_column(std::uint32_t step) { return { 0, static_cast<std::uint8_t>(step) }; }
};

// `together` numbers lie side by side in each lane, then those of the next lane.
LaneSteps lanes_of_groups(const MajorMinor& in, std::uint32_t together)
{
    return { in.minor(together), in.minor(2 * together), in.major(1), in.major(2), in.major(4) };
}

} // namespace

// PTX ISA, 9.7.14.5.2 to 9.7.14.5.13. The index of a number counts first within a register, then the registers. The tensor core
// multiplies 16 x k by k x 8: its first factor has two registers along the rows before those along k, its second factor has k
// first. For m8n32k16 it takes b (transposed) as its first factor and a as its second one.
FragmentLayout fragment_layout(const MatrixShape& shape, MatrixRole role, NumberFormat format)
{
    std::vector<MatrixCell> steps;
    if (role == MatrixRole::sum) {
        const MajorMinor in { !(shape.m == 8 && shape.n == 32) };
        const std::uint32_t major = in.major_is_row ? shape.m : shape.n;
        const std::uint32_t minor = in.major_is_row ? shape.n : shape.m;
        steps.push_back(in.minor(1));
        for (std::uint32_t step = 8; step < major; step *= 2)
            steps.push_back(in.major(step));
        for (std::uint32_t step = 8; step < minor; step *= 2)
            steps.push_back(in.minor(step));
        return layout_of_steps(shape.m, shape.n, lanes_of_groups(in, 2), steps);
    }
    const MajorMinor in { role == MatrixRole::a };
    const std::uint32_t together = numbers_per_register(format);
    const std::uint32_t side = role == MatrixRole::a ? shape.m : shape.n;
    const bool first_factor = role == MatrixRole::a ? side > 8 : side > 16;
    for (std::uint32_t step = 1; step < together; step *= 2)
        steps.push_back(in.minor(step));
    if (first_factor)
        steps.push_back(in.major(8));
    for (std::uint32_t step = 4 * together; step < shape.k; step *= 2)
        steps.push_back(in.minor(step));
    for (std::uint32_t step = first_factor ? 16 : 8; step < side; step *= 2)
        steps.push_back(in.major(step));
    const bool is_a = role == MatrixRole::a;
    return layout_of_steps(is_a ? shape.m : shape.k, is_a ? shape.k : shape.n, lanes_of_groups(in, together), steps);
}

FragmentLayout wmma_fragment_layout(const MatrixShape& shape, MatrixRole role, NumberFormat format)
{
    constexpr std::size_t kHalves = 16;
    FragmentLayout layout = fragment_layout(shape, role, format);
    if (format == NumberFormat::f16 && role != MatrixRole::sum) {
        while (layout.numbers.size() < kHalves)
            layout.numbers.push_back(layout.numbers[layout.numbers.size() - layout.distinct]);
    }
    return layout;
}

// PTX ISA, 9.7.14.5.1 "Matrix fragments for mma.m8n8k4 with .f16 floating point type". Bits 2 and 3 of the lane name the group.
FragmentLayout group_fragment_layout(MatrixRole role, NumberFormat format, bool by_rows)
{
    struct Steps {
        LaneSteps lane;
        std::array<MatrixCell, 3> number;
    };
    constexpr Steps kAByRows { { { { 1, 0 }, { 2, 0 }, { 8, 0 }, { 16, 0 }, { 4, 0 } } }, { { { 0, 1 }, { 0, 2 } } } };
    constexpr Steps kAByColumns { { { { 0, 1 }, { 0, 2 }, { 8, 0 }, { 16, 0 }, { 4, 0 } } }, { { { 1, 0 }, { 2, 0 } } } };
    constexpr Steps kBByRows { { { { 1, 0 }, { 2, 0 }, { 0, 8 }, { 0, 16 }, { 0, 4 } } }, { { { 0, 1 }, { 0, 2 } } } };
    constexpr Steps kBByColumns { { { { 0, 1 }, { 0, 2 }, { 0, 8 }, { 0, 16 }, { 0, 4 } } }, { { { 1, 0 }, { 2, 0 } } } };
    constexpr Steps kSumF16 { { { { 1, 0 }, { 2, 0 }, { 8, 8 }, { 16, 16 }, { 4, 0 } } }, { { { 0, 1 }, { 0, 2 }, { 0, 4 } } } };
    constexpr Steps kSumF32 { { { { 1, 0 }, { 0, 2 }, { 8, 8 }, { 16, 16 }, { 4, 0 } } }, { { { 0, 1 }, { 2, 0 }, { 0, 4 } } } };
    constexpr std::uint32_t kSide = 8 * kGroupProducts;
    constexpr std::uint32_t kDepth = 4;
    const auto layout = [](std::uint32_t rows, std::uint32_t columns, const Steps& steps, std::size_t bits) {
        return layout_of_steps(rows, columns, steps.lane, std::span { steps.number }.first(bits));
    };
    switch (role) {
    case MatrixRole::a:
        return layout(kSide, kDepth, by_rows ? kAByRows : kAByColumns, 2);
    case MatrixRole::b:
        return layout(kDepth, kSide, by_rows ? kBByRows : kBByColumns, 2);
    case MatrixRole::sum:
        return layout(kSide, kSide, format == NumberFormat::f16 ? kSumF16 : kSumF32, 3);
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::simt
