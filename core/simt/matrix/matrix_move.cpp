#include "core/simt/matrix/matrix_move.h"

#include <array>
#include <cstring>

namespace warpstage::simt {

namespace {

enum class Layout : std::uint8_t { rows, columns };

using Matrix8x8 = std::array<std::array<std::uint16_t, kMatrixRows>, kMatrixRows>; // [row][column]
static_assert(sizeof(Matrix8x8) == kMatrixRows * kMatrixRowBytes);

std::uint16_t& number_at(Matrix8x8& matrix, unsigned lane, unsigned part, Layout layout)
{
    const unsigned major = lane / 4;
    const unsigned minor = lane % 4 * 2 + part;
    return layout == Layout::rows ? matrix[major][minor] : matrix[minor][major];
}

Matrix8x8 gathered(const WarpState& state, std::uint32_t row, Layout layout)
{
    Matrix8x8 matrix {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        std::array<std::uint16_t, 2> parts {};
        std::memcpy(parts.data(), state.registers + row + lane * sizeof(parts), sizeof(parts));
        number_at(matrix, lane, 0, layout) = parts[0];
        number_at(matrix, lane, 1, layout) = parts[1];
    }
    return matrix;
}

void spread(WarpState& state, std::uint32_t row, Matrix8x8& matrix, Layout layout)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const std::array parts { number_at(matrix, lane, 0, layout), number_at(matrix, lane, 1, layout) };
        std::memcpy(state.registers + row + lane * sizeof(parts), parts.data(), sizeof(parts));
    });
}

// The addresses of the rows of all matrices. False if one is out of bounds, or if the lane that provides it is missing.
bool find_rows(WarpState& state, const Operation& operation, std::array<std::byte*, kMaxLanes>& rows)
{
    if (!whole_warp_executes(state))
        return false;
    const LaneMask wanted = first_lanes(operation.elements * kMatrixRows);
    if ((state.active & wanted) != wanted) {
        state.refusal = { RefusalKind::absent_members, lowest_lane(state.active), ~LaneMask { 0 }, wanted & ~state.active };
        return false;
    }
    state.refusal = {};
    bool inside = true;
    for_each_lane(wanted, [&](unsigned lane) {
        std::uint64_t address = 0;
        std::memcpy(
            &address, state.registers + operation.a + std::size_t { lane } * operation.element_bytes, operation.element_bytes);
        address += static_cast<std::uint64_t>(operation.displacement);
        if (operation.element_bytes == 4)
            address &= 0xffff'ffffU;
        inside = inside && address % kMatrixRowBytes == 0 && address < state.shared_bytes
            && state.shared_bytes - address >= kMatrixRowBytes;
        if (inside)
            rows[lane] = state.shared + address;
    });
    return inside;
}

bool load(WarpState& state, const Operation& operation, Layout layout)
{
    std::array<std::byte*, kMaxLanes> rows {};
    if (!find_rows(state, operation, rows))
        return false;
    const std::array registers { operation.d, operation.b, operation.c, operation.e };
    for (unsigned index = 0; index < operation.elements; ++index) {
        Matrix8x8 matrix {};
        for (unsigned row = 0; row < kMatrixRows; ++row)
            std::memcpy(matrix[row].data(), rows[index * kMatrixRows + row], kMatrixRowBytes);
        spread(state, registers[index], matrix, layout);
    }
    return true;
}

bool store(WarpState& state, const Operation& operation, Layout layout)
{
    std::array<std::byte*, kMaxLanes> rows {};
    if (!find_rows(state, operation, rows))
        return false;
    const std::array registers { operation.d, operation.b, operation.c, operation.e };
    for (unsigned index = 0; index < operation.elements; ++index) {
        const Matrix8x8 matrix = gathered(state, registers[index], layout);
        for (unsigned row = 0; row < kMatrixRows; ++row)
            std::memcpy(rows[index * kMatrixRows + row], matrix[row].data(), kMatrixRowBytes);
    }
    return true;
}

} // namespace

bool whole_warp_executes(WarpState& state)
{
    const LaneMask absent = state.existing & ~state.active;
    if (absent == 0)
        return true;
    state.refusal = { RefusalKind::absent_members, lowest_lane(state.active), ~LaneMask { 0 }, absent };
    return false;
}

bool load_matrices(WarpState& state, const Operation& operation)
{
    return load(state, operation, Layout::rows);
}

bool load_transposed_matrices(WarpState& state, const Operation& operation)
{
    return load(state, operation, Layout::columns);
}

bool store_matrices(WarpState& state, const Operation& operation)
{
    return store(state, operation, Layout::rows);
}

bool store_transposed_matrices(WarpState& state, const Operation& operation)
{
    return store(state, operation, Layout::columns);
}

bool transpose_matrix(WarpState& state, const Operation& operation)
{
    if (!whole_warp_executes(state))
        return false;
    Matrix8x8 matrix = gathered(state, operation.a, Layout::rows);
    spread(state, operation.d, matrix, Layout::columns);
    return true;
}

} // namespace warpstage::simt
