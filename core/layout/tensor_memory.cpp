#include "core/layout/tensor_memory.h"

#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace warpstage::layout {

namespace {

constexpr int kWordBits = 32;
constexpr std::string_view kBegin = "tcgen05.";

struct Place {
    std::int64_t row = 0;
    std::int64_t column = 0;
};

// A shape of tcgen05.ld and tcgen05.st: `registers` of each lane are one repetition.
struct MoveShape {
    std::string_view name;
    int rows = 0;
    int columns = 0; // of one repetition
    int registers = 0;
    int max_repetitions = 0;
    Place (*place)(int lane, int reg, int repetitions);
};

constexpr std::array kMoveShapes {
    MoveShape { "32x32b", 32, 1, 1, 128,
        [](int lane, int reg, int) {
            return Place { lane, reg };
        } },
    MoveShape { "16x64b", 16, 2, 1, 128,
        [](int lane, int reg, int) {
            return Place { lane / 4 + 8 * (lane % 2), lane / 2 % 2 + 2 * reg };
        } },
    MoveShape { "16x128b", 16, 4, 2, 64,
        [](int lane, int reg, int) {
            return Place { lane / 4 + 8 * (reg % 2), lane % 4 + 4 * (reg / 2) };
        } },
    MoveShape { "16x256b", 16, 8, 4, 32,
        [](int lane, int reg, int) {
            return Place { lane / 4 + 8 * (reg / 2 % 2), 2 * (lane % 4) + reg % 2 + 8 * (reg / 4) };
        } },
    MoveShape { "16x32bx2", 16, 2, 1, 128,
        [](int lane, int reg, int repetitions) {
            return Place { lane % 16, lane / 16 * repetitions + reg };
        } },
};

// What the qualifiers of an instruction say.
struct Qualifiers {
    std::string_view operation; // "ld", "st", "mma"
    const MoveShape* shape = nullptr;
    int repetitions = 0;
    int group = 1; // blocks of a pair
    bool weight_stationary = false;
    int m = 0;
    int n = 0;
};

// "m64n128".
bool read_size(std::string_view word, Qualifiers& into)
{
    const auto at = word.find('n');
    if (!word.starts_with('m') || at == std::string_view::npos)
        return false;
    const auto m = number_in<std::uint32_t>(word.substr(1, at - 1));
    const auto n = number_in<std::uint32_t>(word.substr(at + 1));
    if (!m || !n || *m > 256 || *n > 256)
        return false;
    into.m = static_cast<int>(*m);
    into.n = static_cast<int>(*n);
    return true;
}

bool read_word(std::string_view word, Qualifiers& into)
{
    if (word == "sync" || word == "aligned" || word == "b32" || word.starts_with("kind::"))
        return true;
    const bool moves = into.operation == "ld" || into.operation == "st";
    if (moves) {
        if (const auto shape = std::ranges::find(kMoveShapes, word, &MoveShape::name); shape != kMoveShapes.end()) {
            into.shape = &*shape;
            return true;
        }
        const auto times = word.starts_with('x') ? number_in<std::uint32_t>(word.substr(1)) : std::nullopt;
        into.repetitions = times && std::has_single_bit(*times) && *times <= 128 ? static_cast<int>(*times) : 0;
        return into.repetitions > 0;
    }
    if (word == "cta_group::1" || word == "cta_group::2") {
        into.group = word.back() - '0';
        return true;
    }
    if (word == "ws") {
        into.weight_stationary = true;
        return true;
    }
    return read_size(word, into);
}

Fragments moved(std::string_view instruction, const Qualifiers& it)
{
    Fragments result;
    result.name = instruction;
    result.threads = 32;
    FragmentMatrix matrix;
    matrix.name = "TMEM";
    matrix.row_axis = "lane";
    matrix.column_axis = "column";
    matrix.rows = it.shape->rows;
    matrix.columns = std::int64_t { it.shape->columns } * it.repetitions;
    matrix.bits = kWordBits;
    matrix.elements.resize(static_cast<std::size_t>(matrix.rows * matrix.columns));
    for (int lane = 0; lane < result.threads; ++lane)
        for (int reg = 0; reg < it.shape->registers * it.repetitions; ++reg) {
            const Place place = it.shape->place(lane, reg, it.repetitions);
            matrix.elements[static_cast<std::size_t>(place.row * matrix.columns + place.column)] = { lane, reg, 0 };
        }
    result.matrices.push_back(std::move(matrix));
    return result;
}

// Where D lies in the tensor memory of a block: its rows are `rows` of the block, and `parts` parts of its columns lie below each
// other. 64 rows of one block: each quarter of the lanes has 16.
FragmentElement place_of_sum(const Qualifiers& it, int rows, int row, int column)
{
    const int parts = rows == 32 ? 4 : rows == 64 && (it.weight_stationary || it.group == 2) ? 2 : 1;
    const int block = row / rows;
    const int local = row % rows;
    const bool quarters = rows == 64 && parts == 1;
    const int lane = quarters ? local / 16 * 32 + local % 16 : local + rows * (column / (it.n / parts));
    return { block * kTensorMemoryLanes + lane, column % (it.n / parts), 0 };
}

Fragments accumulator(std::string_view instruction, const Qualifiers& it)
{
    Fragments result;
    result.name = instruction;
    result.threads = it.group * kTensorMemoryLanes;
    result.holder = Holder::tensor_memory;
    FragmentMatrix matrix;
    matrix.name = "D";
    matrix.row_axis = "m";
    matrix.column_axis = "n";
    matrix.rows = it.m;
    matrix.columns = it.n;
    matrix.bits = kWordBits;
    for (int row = 0; row < it.m; ++row)
        for (int column = 0; column < it.n; ++column)
            matrix.elements.push_back(place_of_sum(it, it.m / it.group, row, column));
    result.matrices.push_back(std::move(matrix));
    return result;
}

bool is_permitted(const Qualifiers& it)
{
    if (it.n % 8 != 0 || it.n == 0)
        return false;
    if (it.weight_stationary)
        return it.group == 1 && (it.m == 32 || it.m == 64 || it.m == 128) && (it.n == 64 || it.n == 128 || it.n == 256);
    return it.group == 1 ? it.m == 64 || (it.m == 128 && it.n % 16 == 0) : (it.m == 128 || it.m == 256) && it.n % 32 == 0;
}

} // namespace

bool names_tensor_memory(std::string_view instruction)
{
    return instruction.starts_with(kBegin);
}

Result<Fragments> tensor_memory_fragments(std::string_view instruction)
{
    const auto words = text::split(instruction.substr(kBegin.size()), '.');
    Qualifiers it { .operation = words.front() };
    const bool moves = it.operation == "ld" || it.operation == "st";
    if (!moves && it.operation != "mma")
        return Error { fmt::format("`{}` has no fragments. Use `tcgen05.ld`, `tcgen05.st` or `tcgen05.mma`.", instruction) };
    for (std::size_t i = 1; i < words.size(); ++i)
        if (!read_word(words[i], it))
            return Error { fmt::format("`{}` has the unknown qualifier `.{}`. Use for example `{}`.", instruction, words[i],
                moves ? "tcgen05.ld.16x64b.x4" : "tcgen05.mma.cta_group::1.m128n64") };
    if (!moves)
        return is_permitted(it)
            ? Result<Fragments>(accumulator(instruction, it))
            : Error { fmt::format(
                "`{}` needs a size of D such as `m128n64`: m is 64 or 128, with `.cta_group::2` 128 or 256, with "
                "`.ws` 32, 64 or 128.",
                instruction) };
    if (it.shape == nullptr || it.repetitions == 0 || it.repetitions > it.shape->max_repetitions)
        return Error { fmt::format(
            "`{}` needs a shape and a number of repetitions, for example `tcgen05.{}.16x64b.x4`.", instruction, it.operation) };
    return moved(instruction, it);
}

} // namespace warpstage::layout
