#include "app/stage/scene/soft_light.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/verify.h"

#include <bit>
#include <future>
#include <thread>

namespace warpstage::stage {

namespace {

constexpr int kBandRows = 16;
constexpr unsigned kMaxThreads = 4; // more threads would be limited by memory
constexpr int kCell = 8; // pixels per cell of the glow, in each direction
constexpr int kGlowMargin = 6; // cells around the image whose light reaches the image
constexpr int kReach = 5; // radius of the blur in cells
constexpr int kGrain = 64; // pixels per noise tile, in each direction

// The integral of a sprite's profile over its disk for radius 1 and light 1: pi * (0.16 / 3 + 0.84 / 9).
constexpr float kSpriteEnergy = 0.4608F;
// Smaller sprites are drawn as dots of three by three pixels with the same energy; the difference is not visible.
constexpr float kDot = 4.6F; // pixels

// Maximum of light above 1 that is shown.
constexpr float kHeadroom = 1.2F;

// exp(-d² / 8) at d = 0, 1 … 5, normalized: a Gaussian with a deviation of two cells, that is, of sixteen pixels as in blur.frag.
constexpr std::array<float, kReach + 1> kGauss { 0.2024F, 0.1786F, 0.1228F, 0.0657F, 0.0274F, 0.0089F };

// As in shaders/resolve.frag: Jimenez, "Next Generation Post Processing in Call of Duty", 2014.
float noise(int x, int y)
{
    const auto fraction = [](float value) {
        return value - std::floor(value);
    };
    const float place = 0.06711056F * (static_cast<float>(x) + 0.5F) + 0.00583715F * (static_cast<float>(y) + 0.5F);
    return fraction(52.9829189F * fraction(place)) - 0.5F;
}

using Four __attribute__((vector_size(16))) = float;
using FourWhole __attribute__((vector_size(16))) = std::int32_t;

// 2^t for t <= 0 with an error below 1e-4: a polynomial for the fraction, exponent bits for the integer part.
inline Four power_of_two(Four t)
{
    constexpr Four kMin { -30.0F, -30.0F, -30.0F, -30.0F };
    const Four bounded = t > kMin ? t : kMin;
    const auto whole = __builtin_convertvector(bounded, FourWhole); // toward 0
    const Four rest = bounded - __builtin_convertvector(whole, Four); // -1..0
    const Four power = 1.0F + rest * (0.69179F + rest * (0.23180F + rest * 0.04007F));
    return std::bit_cast<Four>((whole + 127) << 23) * power;
}

} // namespace

std::span<const std::uint8_t> SoftLight::draw(gl::PixelSize size, std::span<const LightSprite> sprites, const Look& look)
{
    VERIFY(size.width > 0 && size.height > 0);
    m_size = size;
    m_pixels.resize(4 * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    if (m_grain.empty())
        for (int i = 0; i < kGrain * kGrain; ++i)
            m_grain.push_back(noise(i % kGrain, i / kGrain));
    if (m_benches.empty())
        m_benches.resize(std::clamp(std::thread::hardware_concurrency(), 1U, kMaxThreads));

    if (look.glow > 0.0F)
        spread_glow(size, sprites);
    sort_into_bands(size, sprites);
    // Neighboring bands go to different threads, because most of the light is concentrated.
    std::vector<std::future<void>> others;
    for (std::size_t i = 1; i < m_benches.size(); ++i)
        others.push_back(
            std::async(kThreadIfPossible, [this, i, &look] { draw_bands(m_benches[i], i, m_benches.size(), look); }));
    draw_bands(m_benches.front(), 0, m_benches.size(), look);
    for (auto& other : others)
        other.get();
    return m_pixels;
}

void SoftLight::draw_bands(Bench& bench, std::size_t first, std::size_t stride, const Look& look)
{
    const auto width = static_cast<std::size_t>(m_size.width);
    bench.band.resize(width * kBandRows);
    bench.shown_row.resize(width);
    for (std::size_t band = first; band < m_band_ends.size(); band += stride) {
        const int top = static_cast<int>(band) * kBandRows;
        const int bottom = std::min(top + kBandRows, m_size.height);
        std::fill(bench.band.begin(), bench.band.end(), Light {});
        for (std::size_t next = band == 0 ? 0 : m_band_ends[band - 1]; next < m_band_ends[band]; ++next) {
            const LightSprite& sprite = m_sorted[next];
            if (sprite.diameter < kDot)
                add_dot(bench, sprite, top, bottom);
            else
                add(bench, sprite, top, bottom);
        }
        for (int y = top; y < bottom; ++y)
            resolve_row(bench, y, y - top, look,
                std::span(m_pixels).subspan(4 * width * static_cast<std::size_t>(m_size.height - 1 - y), 4 * width));
    }
}

void SoftLight::sort_into_bands(gl::PixelSize size, std::span<const LightSprite> sprites)
{
    const auto bands = static_cast<std::size_t>((size.height + kBandRows - 1) / kBandRows);
    const auto each_band = [&](const LightSprite& sprite, const auto& take) {
        const float radius = std::max(2.0F, sprite.diameter / 2);
        const auto width = static_cast<float>(size.width);
        const auto height = static_cast<float>(size.height);
        const bool outside =
            !(sprite.x + radius > 0.0F && sprite.x - radius < width && sprite.y + radius > 0.0F && sprite.y - radius < height);
        if (outside) // or NaN
            return;
        const auto first = static_cast<std::size_t>(std::max(0.0F, sprite.y - radius)) / kBandRows;
        const auto last = static_cast<std::size_t>(std::min(height - 1.0F, sprite.y + radius)) / kBandRows;
        for (std::size_t band = first; band <= last; ++band)
            take(band);
    };
    m_band_ends.assign(bands, 0);
    for (const LightSprite& sprite : sprites)
        each_band(sprite, [&](std::size_t band) { ++m_band_ends[band]; });
    std::size_t begin = 0;
    for (std::size_t& count : m_band_ends)
        begin += std::exchange(count, begin);
    m_sorted.resize(begin);
    for (const LightSprite& sprite : sprites)
        each_band(sprite, [&](std::size_t band) { m_sorted[m_band_ends[band]++] = sprite; });
}

// shaders/particles.frag, pixel by pixel.
void SoftLight::add(Bench& bench, const LightSprite& sprite, int top, int bottom) const
{
    constexpr int kMax = 256;
    const float radius = std::min(sprite.diameter, static_cast<float>(kMax)) / 2;
    const float scale = 1.0F / radius;
    const int left = std::max(0, static_cast<int>(std::floor(sprite.x - radius)));
    const int right = std::min({ m_size.width, static_cast<int>(std::ceil(sprite.x + radius)), left + kMax });
    const int first = std::max(top, static_cast<int>(std::floor(sprite.y - radius)));
    const int last = std::min(bottom, static_cast<int>(std::ceil(sprite.y + radius)));
    std::array<float, kMax>
        across; // NOLINT(cppcoreguidelines-pro-type-member-init): squared distances; only written elements are read
    const int columns = std::max(0, right - left);
    for (int i = 0; i < columns; ++i) {
        const float distance = (static_cast<float>(left + i) + 0.5F - sprite.x) * scale;
        across[static_cast<std::size_t>(i)] = distance * distance;
    }
    const Light light { sprite.light[0], sprite.light[1], sprite.light[2], 0.0F };
    for (int y = first; y < last; ++y) {
        const float down = (static_cast<float>(y) + 0.5F - sprite.y) * scale;
        const float left_over = 1.0F - down * down;
        Light* pixel = &bench.band[static_cast<std::size_t>((y - top) * m_size.width + left)];
        for (int i = 0; i < columns; ++i) {
            const float inside = std::max(0.0F, left_over - across[static_cast<std::size_t>(i)]);
            const float second = inside * inside;
            const float fourth = second * second;
            const float weight = 0.16F * second + 0.84F * fourth * fourth;
            pixel[i] += weight * light;
        }
    }
}

// A quadratic B-spline: nearly round within three pixels, and its sum does not depend on its subpixel position.
void SoftLight::add_dot(Bench& bench, const LightSprite& sprite, int top, int bottom) const
{
    const float radius = sprite.diameter / 2;
    const float energy = kSpriteEnergy * radius * radius;
    const int column = static_cast<int>(std::floor(sprite.x));
    const int row = static_cast<int>(std::floor(sprite.y));
    const auto weights = [](float place) { // 0..1 within the middle pixel
        const float before = 1.0F - place;
        return std::array<float, 3> { 0.5F * before * before, 0.5F + place * before, 0.5F * place * place };
    };
    const auto across = weights(sprite.x - static_cast<float>(column));
    const auto down = weights(sprite.y - static_cast<float>(row));
    const Light light { energy * sprite.light[0], energy * sprite.light[1], energy * sprite.light[2], 0.0F };
    for (int j = 0; j < 3; ++j) {
        const int y = row - 1 + j;
        if (y < top || y >= bottom)
            continue;
        for (int i = 0; i < 3; ++i) {
            const int x = column - 1 + i;
            if (x < 0 || x >= m_size.width)
                continue;
            const float weight = across[static_cast<std::size_t>(i)] * down[static_cast<std::size_t>(j)];
            bench.band[static_cast<std::size_t>((y - top) * m_size.width + x)] += weight * light;
        }
    }
}

// Unlike reduce.frag, which reads the light, a sprite's energy is added directly to the cells around its center.
void SoftLight::spread_glow(gl::PixelSize size, std::span<const LightSprite> sprites)
{
    m_glow_size = { (size.width + kCell - 1) / kCell + 2 * kGlowMargin, (size.height + kCell - 1) / kCell + 2 * kGlowMargin };
    const auto width = static_cast<std::size_t>(m_glow_size.width);
    const auto height = static_cast<std::size_t>(m_glow_size.height);
    m_glow.assign(width * height, Light {});
    m_glow_across.assign(width * height, Light {});
    for (const LightSprite& sprite : sprites) {
        const float x = sprite.x / kCell - 0.5F + kGlowMargin;
        const float y = sprite.y / kCell - 0.5F + kGlowMargin;
        if (!(x >= 0.0F && x < static_cast<float>(width - 1) && y >= 0.0F && y < static_cast<float>(height - 1)))
            continue;
        const auto column = static_cast<std::size_t>(x);
        const auto row = static_cast<std::size_t>(y);
        const float right = x - static_cast<float>(column);
        const float below = y - static_cast<float>(row);
        const float density = kSpriteEnergy * sprite.diameter * sprite.diameter / (4.0F * kCell * kCell);
        const std::array<float, 4> parts { (1 - right) * (1 - below) * density, right * (1 - below) * density,
            (1 - right) * below * density, right * below * density };
        const Light light { sprite.light[0], sprite.light[1], sprite.light[2], 0.0F };
        for (std::size_t i = 0; i < 4; ++i)
            m_glow[(row + i / 2) * width + column + i % 2] += parts.at(i) * light;
    }
    // Beyond the margin there is no light, so the edges of the grid need no special case.
    const auto blur = [&](const std::vector<Light>& from, std::vector<Light>& to, std::size_t pitch) {
        const std::size_t edge = kReach * pitch;
        for (std::size_t i = edge; i + edge < from.size(); ++i) {
            Light sum = kGauss[0] * from[i];
            for (std::size_t d = 1; d <= kReach; ++d)
                sum += kGauss.at(d) * (from[i - d * pitch] + from[i + d * pitch]);
            to[i] = sum;
        }
    };
    blur(m_glow, m_glow_across, 1);
    blur(m_glow_across, m_glow, width);
}

void SoftLight::resolve_row(Bench& bench, int y, int row_of_band, const Look& look, std::span<std::uint8_t> pixels) const
{
    const auto width = static_cast<std::size_t>(m_size.width);
    Light* light = &bench.band[static_cast<std::size_t>(row_of_band) * width];
    if (look.glow > 0.0F) {
        const float place = (static_cast<float>(y) + 0.5F) / kCell - 0.5F + kGlowMargin;
        const auto above = static_cast<std::size_t>(place);
        const float below = place - static_cast<float>(above);
        const auto cells = static_cast<std::size_t>(m_glow_size.width);
        bench.glow_row.resize(cells);
        for (std::size_t i = 0; i < cells; ++i)
            bench.glow_row[i] = look.glow * ((1 - below) * m_glow[above * cells + i] + below * m_glow[(above + 1) * cells + i]);
        // Between the centers of two cells the glow is interpolated linearly.
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t from_middle = x + kCell * kGlowMargin - kCell / 2;
            const Light left = bench.glow_row[from_middle / kCell];
            const Light right = bench.glow_row[from_middle / kCell + 1];
            light[x] += left + (static_cast<float>(from_middle % kCell) + 0.5F) / kCell * (right - left);
        }
    }
    // As in resolve.frag: bright light is limited by its brightest channel, and the other channels keep their ratio.
    for (std::size_t x = 0; x < width; ++x) {
        const float brightest = std::max({ light[x][0], light[x][1], light[x][2] });
        if (brightest > 1.0F)
            light[x] *= (1.0F + (brightest - 1.0F) / (1.0F + (brightest - 1.0F) / kHeadroom)) / brightest;
    }
    // background * left for ink, 1 - (1 - background) * left for light; quantized to eight bits.
    const Four background { look.background[0], look.background[1], look.background[2], 1.0F };
    const Four kept = look.ink ? 255.0F * background : 255.0F * background - 255.0F;
    const Four all = (look.ink ? 0.0F : 255.0F) + 0.5F + Four {};
    const float* grain = &m_grain[static_cast<std::size_t>(y % kGrain) * kGrain];
    for (std::size_t x = 0; x < width; ++x)
        bench.shown_row[x] = all + kept * power_of_two(-1.75F * light[x]) + grain[x % kGrain];
    const auto* const shown = reinterpret_cast<const float*>(bench.shown_row.data()); // NOLINT(*-reinterpret-cast): four of each
    for (std::size_t i = 0; i < 4 * width; ++i)
        pixels[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(std::clamp(shown[i], 0.0F, 255.0F)));
}

} // namespace warpstage::stage
