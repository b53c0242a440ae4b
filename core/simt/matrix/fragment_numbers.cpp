#include "core/simt/matrix/fragment_numbers.h"

#include <cstring>

namespace warpstage::simt {

namespace {

std::array<std::uint32_t, kMaxLanes> places_of_lanes(const FragmentLayout& layout)
{
    std::array<std::uint32_t, kMaxLanes> places {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        places[lane] = static_cast<std::uint32_t>(layout.place_of(layout.lanes[lane]));
    return places;
}

} // namespace

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
    const auto places = places_of_lanes(layout);
    Numbers numbers(std::size_t { layout.rows } * layout.columns);
    for (std::uint32_t i = 0; i < layout.distinct; ++i) {
        const LaneNumbers of_lanes =
            numbers_of_lanes(state.registers + fragment.registers[i / together], i % together, fragment.format);
        double* const first = numbers.data() + layout.place_of(layout.numbers[i]);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            first[places[lane]] = of_lanes[lane];
    }
    return numbers;
}

void spread_numbers(WarpState& state, const MatrixFragment& fragment, const Numbers& numbers, bool saturates)
{
    const FragmentLayout& layout = fragment.layout;
    const std::uint32_t together = numbers_per_register(fragment.format);
    const std::uint32_t bytes = register_bytes(fragment.format);
    const auto places = places_of_lanes(layout);
    for (std::uint32_t index = 0; index < fragment.registers.size(); ++index) {
        LaneBits values {};
        for (std::uint32_t part = 0; part < together; ++part) {
            const double* const first = numbers.data() + layout.place_of(layout.numbers[index * together + part]);
            LaneNumbers of_lanes;
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                of_lanes[lane] = first[places[lane]];
            const LaneBits bits = bits_of_lanes(of_lanes, fragment.format, saturates);
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                values[lane] |= bits[lane] << (part * bits_of(fragment.format));
        }
        for_each_lane(state.active, [&](unsigned lane) {
            std::memcpy(state.registers + fragment.registers[index] + std::size_t { lane } * bytes, &values[lane], bytes);
        });
    }
}

} // namespace warpstage::simt
