#include "core/problem/buffers/matrix_input.h"

#include "core/base/verify.h"
#include "core/problem/buffers/bytes.h"
#include "core/problem/buffers/generator.h"

namespace warpstage::problem {

namespace {

// A float has 24 significant bits.
float fraction(std::uint64_t bits)
{
    return static_cast<float>(bits >> 40) * 0x1p-24F;
}

// A stem and two bars, in a unit square with y downward.
bool in_letter(float x, float y)
{
    const bool stem = x >= 0.28F && x < 0.42F && y >= 0.15F && y < 0.85F;
    const bool upper = x >= 0.28F && x < 0.76F && y >= 0.15F && y < 0.29F;
    const bool middle = x >= 0.28F && x < 0.66F && y >= 0.43F && y < 0.57F;
    return stem || upper || middle;
}

// The noise makes all nearby elements different, so a check detects any that changed places.
float letter(float x, float y, float noise)
{
    const float slope = 0.10F + 0.30F * x + 0.08F * y;
    return (in_letter(x, y) ? slope + 0.45F : slope) + 0.06F * noise;
}

} // namespace

std::vector<std::string> matrix_input_names()
{
    return { "letter", "random" };
}

std::vector<std::byte> matrix_bytes(const MatrixInput& input)
{
    const auto& [name, shape, seed] = input;
    VERIFY(name == "letter" || name == "random");
    std::vector<std::byte> bytes(shape.rows * shape.columns * sizeof(float));
    const auto values = as_numbers<float>(std::span<std::byte> { bytes });
    Generator generator { seed };
    auto value = values.begin();
    for (std::size_t row = 0; row < shape.rows; ++row) {
        const float y = (static_cast<float>(row) + 0.5F) / static_cast<float>(shape.rows);
        for (std::size_t column = 0; column < shape.columns; ++column, ++value) {
            const float noise = fraction(generator.next());
            const float x = (static_cast<float>(column) + 0.5F) / static_cast<float>(shape.columns);
            *value = name == "random" ? noise : letter(x, y, noise);
        }
    }
    return bytes;
}

} // namespace warpstage::problem
