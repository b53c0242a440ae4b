#include "app/draw/color.h"

#include "core/base/verify.h"

namespace warpstage::draw {

namespace {

std::uint8_t mix_channel(std::uint8_t from, std::uint8_t to, float share)
{
    const float value = static_cast<float>(from) + (static_cast<float>(to) - static_cast<float>(from)) * share;
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 255.0F)));
}

double linear(std::uint8_t channel)
{
    const double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Color color)
{
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

} // namespace

Color mix(Color from, Color to, float share)
{
    share = std::clamp(share, 0.0F, 1.0F);
    return { mix_channel(from.r, to.r, share), mix_channel(from.g, to.g, share), mix_channel(from.b, to.b, share),
        mix_channel(from.a, to.a, share) };
}

Color ramp_color(std::span<const Color> ramp, double place)
{
    VERIFY(ramp.size() >= 2);
    // In single precision, as in the shaders that draw the same colors.
    const float part = std::clamp(static_cast<float>(place), 0.0F, 1.0F) * static_cast<float>(ramp.size() - 1);
    const auto below = std::min(ramp.size() - 2, static_cast<std::size_t>(part));
    const float share = part - static_cast<float>(below);
    const auto mixed = [share](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(static_cast<float>(from) * (1.0F - share) + static_cast<float>(to) * share);
    };
    const Color& a = ramp[below];
    const Color& b = ramp[below + 1];
    return { mixed(a.r, b.r), mixed(a.g, b.g), mixed(a.b, b.b) };
}

double contrast_ratio(Color a, Color b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Color legible(Color ink, Color ground, Color text)
{
    constexpr double kText = 4.5;
    Color mixed = ink;
    for (int tenths = 1; tenths <= 10 && contrast_ratio(mixed, ground) < kText; ++tenths)
        mixed = mix(ink, text, 0.1F * static_cast<float>(tenths));
    return mixed;
}

} // namespace warpstage::draw
