#include "core/simt/rounding/float_format.h"

#include "core/simt/matrix/number_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace warpstage::simt {

namespace {

struct FormatRow {
    std::string_view name;
    NumberFormat number; // the same in matrices
    std::uint32_t bytes;
    int digits; // of the significand, with the hidden one
    int least; // exponent of the smallest normal number
    int most; // of the largest number
};
constexpr std::array kFormats {
    FormatRow { "f16", NumberFormat::f16, 2, 11, -14, 15 },
    FormatRow { "bf16", NumberFormat::bf16, 2, 8, -126, 127 },
    FormatRow { "tf32", NumberFormat::tf32, 4, 11, -126, 127 },
    FormatRow { "f32", NumberFormat::f32, 4, 24, -126, 127 },
    FormatRow { "f64", NumberFormat::f64, 8, 53, -1022, 1023 },
};

const FormatRow& row_of(FloatFormat format)
{
    return kFormats[static_cast<std::size_t>(format)];
}

} // namespace

std::optional<FloatFormat> float_format_of(ptx::Type type)
{
    constexpr std::array kTypes {
        std::pair { ptx::Type::f16, FloatFormat::f16 },
        std::pair { ptx::Type::f16x2, FloatFormat::f16 },
        std::pair { ptx::Type::bf16, FloatFormat::bf16 },
        std::pair { ptx::Type::bf16x2, FloatFormat::bf16 },
        std::pair { ptx::Type::tf32, FloatFormat::tf32 },
        std::pair { ptx::Type::f32, FloatFormat::f32 },
        std::pair { ptx::Type::f64, FloatFormat::f64 },
    };
    for (const auto& [known, format] : kTypes)
        if (known == type)
            return format;
    return std::nullopt;
}

std::string_view name_of(FloatFormat format)
{
    return row_of(format).name;
}

std::uint32_t bytes_of(FloatFormat format)
{
    return row_of(format).bytes;
}

double float_value(std::uint64_t bits, FloatFormat format)
{
    if (format == FloatFormat::f32 || format == FloatFormat::tf32) // a register of tf32 that was not converted has more digits
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (format == FloatFormat::f64)
        return std::bit_cast<double>(bits);
    return number_of(bits, row_of(format).number);
}

double ulp_of(double value, FloatFormat format)
{
    if (!std::isfinite(value))
        return std::numeric_limits<double>::quiet_NaN();
    const FormatRow& row = row_of(format);
    const int exponent = value == 0.0 ? row.least : std::clamp(std::ilogb(value), row.least, row.most);
    return std::ldexp(1.0, exponent - row.digits + 1);
}

} // namespace warpstage::simt
