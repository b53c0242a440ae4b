#include "core/simt/matrix/fragment_numbers.h"

#include <cstring>

namespace warpstage::simt {

std::uint64_t register_value(const WarpState& state, std::uint32_t row, std::uint32_t bytes, unsigned lane)
{
    std::uint64_t value = 0;
    std::memcpy(&value, state.registers + row + std::size_t { lane } * bytes, bytes);
    return value;
}

// Lanes without a thread have whatever lies in their registers, as on a GPU.
Numbers gathered_numbers(const WarpState& state, const MatrixFragment& fragment)
{
    const FragmentLayout& layout = fragment.layout;
    const std::uint32_t together = numbers_per_register(fragment.format);
    const std::uint32_t bytes = register_bytes(fragment.format);
    Numbers numbers(std::size_t { layout.rows } * layout.columns);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        for (std::uint32_t i = 0; i < layout.distinct; ++i) {
            const std::uint64_t value = register_value(state, fragment.registers[i / together], bytes, lane);
            const MatrixCell cell = layout.at(lane, i);
            numbers[std::size_t { cell.row } * layout.columns + cell.column] =
                number_of(value >> (i % together * bits_of(fragment.format)), fragment.format);
        }
    }
    return numbers;
}

void spread_numbers(WarpState& state, const MatrixFragment& fragment, const Numbers& numbers, bool saturates)
{
    const FragmentLayout& layout = fragment.layout;
    const std::uint32_t together = numbers_per_register(fragment.format);
    const std::uint32_t bytes = register_bytes(fragment.format);
    for_each_lane(state.active, [&](unsigned lane) {
        for (std::uint32_t index = 0; index < fragment.registers.size(); ++index) {
            std::uint64_t value = 0;
            for (std::uint32_t part = 0; part < together; ++part) {
                const MatrixCell cell = layout.at(lane, index * together + part);
                const double number = numbers[std::size_t { cell.row } * layout.columns + cell.column];
                value |= bits_of_number(number, fragment.format, saturates) << (part * bits_of(fragment.format));
            }
            std::memcpy(state.registers + fragment.registers[index] + std::size_t { lane } * bytes, &value, bytes);
        }
    });
}

} // namespace warpstage::simt
