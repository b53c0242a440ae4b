#include "core/simt/matrix/observed_matrices.h"

#include "core/simt/matrix/fragment_numbers.h"
#include "core/simt/matrix/matrix_move.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kNumberBytes = 2; // of ldmatrix, stmatrix and movmatrix

bool is_transposed(const Operation& operation)
{
    return operation.full == &load_transposed_matrices || operation.full == &store_transposed_matrices;
}

// 8 x 8 numbers of 16 bits, two in a register of each lane. `by_columns`: a lane has two numbers of a column.
ObservedMatrix square_matrix(std::string name, bool by_columns)
{
    ObservedMatrix matrix { std::move(name), std::nullopt, kMatrixRows, kMatrixRows, {} };
    matrix.numbers.resize(std::size_t { kMatrixRows } * kMatrixRows);
    for (std::uint32_t row = 0; row < kMatrixRows; ++row) {
        for (std::uint32_t column = 0; column < kMatrixRows; ++column) {
            const std::uint32_t major = by_columns ? column : row;
            const std::uint32_t minor = by_columns ? row : column;
            MatrixNumber& number = matrix.numbers[std::size_t { row } * kMatrixRows + column];
            number.lane = static_cast<std::int8_t>(major * 4 + minor / 2);
            number.bit = static_cast<std::uint8_t>(minor % 2 * 8 * kNumberBytes);
        }
    }
    return matrix;
}

void read_square(const WarpState& state, std::uint32_t row, std::uint8_t reg, ObservedMatrix& matrix)
{
    for (MatrixNumber& number : matrix.numbers) {
        const std::uint64_t value = register_value(state, row, sizeof(std::uint32_t), static_cast<unsigned>(number.lane));
        number.bits = value >> number.bit & 0xffffU;
        number.reg = reg;
    }
}

std::array<std::uint32_t, 4> rows_of(const Operation& operation)
{
    return { operation.d, operation.b, operation.c, operation.e };
}

// Lane 8 m + r has the address of row r of matrix m.
std::vector<ObservedMatrix> addressed_matrices(const WarpState& state, const Operation& operation)
{
    std::vector<ObservedMatrix> matrices;
    for (std::uint32_t index = 0; index < operation.elements; ++index) {
        ObservedMatrix& matrix = matrices.emplace_back(square_matrix(fmt::format("Matrix {}", index), is_transposed(operation)));
        for (std::uint32_t row = 0; row < kMatrixRows; ++row) {
            const std::uint64_t start = register_value(state, operation.a, operation.element_bytes, index * kMatrixRows + row)
                + static_cast<std::uint64_t>(operation.displacement);
            for (std::uint32_t column = 0; column < kMatrixRows; ++column)
                matrix.numbers[std::size_t { row } * kMatrixRows + column].address =
                    (start & 0xffff'ffffU) + std::uint64_t { column } * kNumberBytes;
        }
    }
    return matrices;
}

// The letter in "wmma.load.a.sync..." and its like.
std::string letter_of(const ptx::Instruction& instruction)
{
    for (const auto& [word, name] : { std::pair { "a", "A" }, { "b", "B" }, { "c", "C" }, { "d", "D" } })
        if (instruction.has_modifier(word))
            return name;
    return {};
}

// Where each number of a transferred matrix lies in memory.
void take_addresses(const WarpState& state, const MatrixTransfer& transfer, ObservedMatrix& matrix)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    for (std::uint32_t number = 0; number < layout.distinct; ++number) {
        TransferAccess access { 1, ~LaneMask { 0 }, {} };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.first[lane] = layout.at(lane, number);
        const LaneAddresses addresses = addresses_of(state, transfer, access);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const MatrixCell& cell = access.first[lane];
            const std::uint64_t address = addresses[lane];
            const bool in_shared = address >= kSharedWindow && address - kSharedWindow < kSharedWindowBytes;
            matrix.numbers[layout.place_of(cell)].address = in_shared ? address - kSharedWindow : address;
        }
    }
}

} // namespace

ObservedMatrix held_matrix(const WarpState& state, std::string name, const MatrixFragment& fragment)
{
    const FragmentLayout& layout = fragment.layout;
    const std::uint32_t together = numbers_per_register(fragment.format);
    const std::uint32_t bytes = register_bytes(fragment.format);
    const std::uint32_t width = bits_of(fragment.format);
    ObservedMatrix matrix { std::move(name), fragment.format, layout.rows, layout.columns, {} };
    matrix.numbers.resize(std::size_t { layout.rows } * layout.columns);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        for (std::uint32_t i = 0; i < layout.distinct; ++i) {
            const MatrixCell cell = layout.at(lane, i);
            const std::uint32_t shift = i % together * width;
            const std::uint64_t value = register_value(state, fragment.registers[i / together], bytes, lane) >> shift;
            matrix.numbers[layout.place_of(cell)] = { value & (~std::uint64_t { 0 } >> (64 - width)), 0,
                static_cast<std::int8_t>(lane), static_cast<std::uint8_t>(i / together * (bytes / 4)),
                static_cast<std::uint8_t>(shift) };
        }
    }
    return matrix;
}

bool MatrixReading::concerns(const ProgramBody& body, const Operation& operation)
{
    if (!operation.accesses_memory)
        return operation.full == &multiply_matrices || operation.full == &transpose_matrix;
    const MemoryForm& form = body.memory_forms[operation.site];
    return form.matrix_lanes != 0 || form.as<MatrixTransfer>() != nullptr || form.as<WarpgroupForm>() != nullptr;
}

MatrixReading::MatrixReading(const WarpState& state, const ProgramBody& body, const Operation& operation, std::uint32_t pc)
    : m_body(body)
    , m_operation(operation)
{
    if (operation.full == &multiply_matrices) {
        const MatrixForm& form = form_of<MatrixForm>(operation);
        m_matrices = { held_matrix(state, "A", form.a), held_matrix(state, "B", form.b), held_matrix(state, "C", form.c) };
    } else if (operation.full == &transpose_matrix) {
        m_matrices = { square_matrix("Before", false), square_matrix("After", false) };
        read_square(state, operation.a, 0, m_matrices.front());
    } else if (const MemoryForm& memory = body.memory_forms[operation.site]; memory.matrix_lanes != 0) {
        m_matrices = addressed_matrices(state, operation);
    } else if (const auto* warpgroup = memory.as<WarpgroupForm>()) {
        m_matrices = warpgroup_factors(state, *warpgroup);
    } else if (const auto* transfer = memory.as<MatrixTransfer>()) {
        m_matrices = { held_matrix(state, letter_of(body.listing.instruction(pc)), transfer->fragment) };
        take_addresses(state, *transfer, m_matrices.front());
    }
}

std::vector<ObservedMatrix> MatrixReading::finish(const WarpState& state) &&
{
    if (m_matrices.empty())
        return {};
    const auto rows = rows_of(m_operation);
    if (m_operation.full == &multiply_matrices) {
        m_matrices.push_back(held_matrix(state, "D", form_of<MatrixForm>(m_operation).d));
    } else if (m_operation.full == &transpose_matrix) {
        read_square(state, m_operation.d, 0, m_matrices.back());
    } else if (const MemoryForm& memory = m_body.memory_forms[m_operation.site]; memory.matrix_lanes != 0) {
        for (std::size_t i = 0; i < m_matrices.size(); ++i)
            read_square(state, rows[i], static_cast<std::uint8_t>(i), m_matrices[i]);
    } else if (const auto* warpgroup = memory.as<WarpgroupForm>()) {
        m_matrices.push_back(held_matrix(state, "D", warpgroup->d));
    } else if (const auto* transfer = memory.as<MatrixTransfer>()) {
        const ObservedMatrix after = held_matrix(state, {}, transfer->fragment);
        for (std::size_t i = 0; i < after.numbers.size(); ++i)
            m_matrices.front().numbers[i].bits = after.numbers[i].bits;
    }
    return std::move(m_matrices);
}

} // namespace warpstage::simt
