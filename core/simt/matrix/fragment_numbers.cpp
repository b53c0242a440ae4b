#include "core/simt/matrix/fragment_numbers.h"

#include "core/base/verify.h"

#include <cstring>

namespace warpstage::simt {

namespace {

std::size_t count_of(const MatrixFragment& fragment)
{
    return std::size_t { fragment.layout.rows } * fragment.layout.columns;
}

RegisterNumbers numbers_in_registers(const MatrixFragment& fragment)
{
    return { fragment.format, static_cast<std::uint32_t>(count_of(fragment)), fragment.places->places.data(),
        static_cast<std::uint32_t>(fragment.registers.size()), fragment.registers.data(), fragment.places->cells.data() };
}

} // namespace

std::shared_ptr<const FragmentPlaces> find_places(const FragmentLayout& layout, NumberFormat format)
{
    constexpr std::uint32_t kWordBits = 32;
    const std::uint32_t together = numbers_per_register(format);
    const std::uint32_t bytes = register_bytes(format);
    auto places = std::make_shared<FragmentPlaces>();
    places->places.assign(std::size_t { layout.rows } * layout.columns, 0);
    for (std::uint32_t number = 0; number < layout.numbers.size(); ++number) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const std::size_t cell = layout.place_of(layout.at(lane, number));
            places->cells.push_back(static_cast<std::uint32_t>(cell));
            const std::uint32_t bit = number % together * bits_of(format) % kWordBits;
            if (number < layout.distinct)
                places->places[cell] = number / together << 16U | lane * bytes << 8U | bit;
        }
    }
    return places;
}

std::uint64_t register_value(const WarpState& state, std::uint32_t row, std::uint32_t bytes, unsigned lane)
{
    std::uint64_t value = 0;
    std::memcpy(&value, state.registers + row + std::size_t { lane } * bytes, bytes);
    return value;
}

void gather_numbers(
    const WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment, std::span<double> numbers)
{
    VERIFY(count_of(fragment) <= numbers.size());
    operators.gather(state.registers, numbers_in_registers(fragment), numbers.data());
}

Numbers gathered_numbers(const WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment)
{
    Numbers numbers(count_of(fragment));
    gather_numbers(state, operators, fragment, numbers);
    return numbers;
}

void spread_numbers(WarpState& state, const MatrixOperators& operators, const MatrixFragment& fragment,
    std::span<const double> numbers, bool saturates)
{
    operators.spread(state.registers, numbers_in_registers(fragment), state.active, saturates, numbers.data());
}

} // namespace warpstage::simt
