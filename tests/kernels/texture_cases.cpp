// Kernels that read texture objects. Reads without a filter, and filters whose weights are multiples of 1/4, are compared
// exactly; other weights have 8 bits on a GPU ("Linear Filtering" in the CUDA C++ Programming Guide), so a filtered value may be
// off by 1/256 of the image's range on each axis.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::kernels::test {

namespace {

constexpr int kTextureWidth = 48; // of these images; rows of floats are multiples of 32 bytes
constexpr int kTextureHeight = 20;
constexpr double kRange = 200.0;

std::vector<float> whole_numbers(std::uint64_t seed)
{
    const auto numbers =
        random_integers(static_cast<std::size_t>(kTextureWidth * kTextureHeight), 0, static_cast<int>(kRange), seed);
    return { numbers.begin(), numbers.end() };
}

TextureDescription image_of(TextureShape shape, FilterMode filter)
{
    return { .shape = shape, .width = kTextureWidth, .height = kTextureHeight, .filter = filter };
}

double texel(const std::vector<float>& image, int x, int y)
{
    return static_cast<double>(image[static_cast<std::size_t>(
        std::clamp(y, 0, kTextureHeight - 1) * kTextureWidth + std::clamp(x, 0, kTextureWidth - 1))]);
}

// Bilinear interpolation with exact weights; texel (i, j) has its center at (i + 0.5, j + 0.5).
double between(const std::vector<float>& image, double x, double y)
{
    const int left = static_cast<int>(std::floor(x - 0.5));
    const int above = static_cast<int>(std::floor(y - 0.5));
    const double a = x - 0.5 - left;
    const double b = y - 0.5 - above;
    return (1 - a) * (1 - b) * texel(image, left, above) + a * (1 - b) * texel(image, left + 1, above)
        + (1 - a) * b * texel(image, left, above + 1) + a * b * texel(image, left + 1, above + 1);
}

Dim3 tiles(int width, int height)
{
    return { static_cast<std::uint32_t>((width + 15) / 16), static_cast<std::uint32_t>((height + 7) / 8) };
}

TextbookCase resized(const std::string& name, TextureShape shape, int width, int height, double tolerance)
{
    const auto image = whole_numbers(30);
    const float step_x = static_cast<float>(kTextureWidth) / static_cast<float>(width);
    const float step_y = static_cast<float>(kTextureHeight) / static_cast<float>(height);
    return { name, "texture_image",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "image", image);
            const auto out = add_buffer(plan, "result", std::vector<float>(static_cast<std::size_t>(width * height), -1.0F));
            plan.step = { problem::KernelLaunch { "resize", tiles(width, height), { 16, 8 }, 0,
                { out, std::int32_t { width }, std::int32_t { height },
                    problem::TextureArgument { in.buffer, image_of(shape, FilterMode::linear) }, step_x, step_y } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x)
                    expected.push_back(
                        between(image, (x + 0.5) * static_cast<double>(step_x), (y + 0.5) * static_cast<double>(step_y)));
            }
            return first_difference(in_double(numbers_of<float>(contents[1])), expected, 0.0, tolerance);
        } };
}

// Bytes as floats between 0 and 1, whose filter has lower precision: at most two steps of 255.
TextbookCase resized_colours()
{
    constexpr int kNewWidth = 31;
    constexpr int kNewHeight = 33;
    const auto colours = random_integers(static_cast<std::size_t>(4 * kTextureWidth * kTextureHeight), 0, 255, 31);
    return { "TextureResizeColors", "texture_image",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "image", std::vector<std::uint8_t>(colours.begin(), colours.end()));
            const auto out = add_buffer(plan, "result", std::vector<std::uint8_t>(4 * kNewWidth * kNewHeight, 0));
            const TextureDescription texture { .shape = TextureShape::array_2d,
                .element = TextureElement::u8,
                .channels = 4,
                .width = kTextureWidth,
                .height = kTextureHeight,
                .filter = FilterMode::linear,
                .read = ReadMode::normalized_float,
                .coordinates = Coordinates::normalized };
            plan.step = { problem::KernelLaunch { "resizeColors", tiles(kNewWidth, kNewHeight), { 16, 8 }, 0,
                { out, std::int32_t { kNewWidth }, std::int32_t { kNewHeight },
                    problem::TextureArgument { in.buffer, texture } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected(4 * kNewWidth * kNewHeight);
            for (std::size_t channel = 0; channel < 4; ++channel) {
                std::vector<float> plane;
                for (std::size_t i = channel; i < colours.size(); i += 4)
                    plane.push_back(static_cast<float>(colours[i]));
                for (int y = 0; y < kNewHeight; ++y) {
                    for (int x = 0; x < kNewWidth; ++x)
                        expected[static_cast<std::size_t>(y * kNewWidth + x) * 4 + channel] =
                            between(plane, (x + 0.5) * kTextureWidth / kNewWidth, (y + 0.5) * kTextureHeight / kNewHeight);
                }
            }
            return first_difference(in_double(numbers_of<std::uint8_t>(contents[1])), expected, 0.0, 2.5);
        } };
}

TextbookCase stencil()
{
    const auto image = whole_numbers(32);
    return { "TextureStencil", "texture_image",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "image", image);
            const auto out = add_buffer(plan, "result", std::vector<float>(image.size(), -1.0F));
            const problem::TextureArgument texture { in.buffer, image_of(TextureShape::pitched, FilterMode::nearest) };
            plan.step = { problem::KernelLaunch { "laplacian", tiles(kTextureWidth, kTextureHeight), { 16, 8 }, 0,
                { out, std::int32_t { kTextureWidth }, std::int32_t { kTextureHeight }, texture } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (int y = 0; y < kTextureHeight; ++y) {
                for (int x = 0; x < kTextureWidth; ++x)
                    expected.push_back(texel(image, x - 1, y) + texel(image, x + 1, y) + texel(image, x, y - 1)
                        + texel(image, x, y + 1) - 4 * texel(image, x, y));
            }
            return first_difference(in_double(numbers_of<float>(contents[1])), expected, 0.0, 0.0);
        } };
}

TextbookCase fetched()
{
    const auto numbers = random_integers(100, -1000, 1000, 33);
    return { "TextureFetch", "texture_reads",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "numbers", numbers);
            const auto out = add_buffer(plan, "result", std::vector<int>(130, -1));
            const problem::TextureArgument texture { in.buffer,
                { .shape = TextureShape::linear, .element = TextureElement::s32, .width = 100 } };
            plan.step = { problem::KernelLaunch {
                "fetchLine", { 3 }, { 64 }, 0, { out, std::int32_t { 130 }, texture, std::int32_t { -10 } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected(130, 0);
            std::copy(numbers.begin(), numbers.end(), expected.begin() + 10);
            return first_difference(numbers_of<int>(contents[1]), expected);
        } };
}

// Texels 0, 1, 2, ... 15, read in the middle of each, over two periods on either side.
TextbookCase repeated(const std::string& name, AddressMode mode)
{
    constexpr int kTexels = 16;
    constexpr int kReads = 5 * kTexels;
    return { name, "texture_reads",
        [=] {
            problem::Plan plan;
            std::vector<float> line;
            for (int i = 0; i < kTexels; ++i)
                line.push_back(static_cast<float>(i));
            const auto in = add_buffer(plan, "line", line);
            const auto out = add_buffer(plan, "result", std::vector<float>(kReads, -1.0F));
            const problem::TextureArgument texture { in.buffer,
                { .shape = TextureShape::array_1d,
                    .width = kTexels,
                    .address = { mode, mode },
                    .coordinates = Coordinates::normalized } };
            plan.step = { problem::KernelLaunch { "sampleLine", { 1 }, { 96 }, 0,
                { out, std::int32_t { kReads }, texture, -2.0F + 0.5F / kTexels, 1.0F / kTexels } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<float> expected;
            for (int i = -2 * kTexels; i < 3 * kTexels; ++i) {
                const int within = ((i % (2 * kTexels)) + 2 * kTexels) % (2 * kTexels);
                int index = 0;
                switch (mode) {
                case AddressMode::wrap:
                    index = within % kTexels;
                    break;
                case AddressMode::mirror:
                    index = within < kTexels ? within : 2 * kTexels - 1 - within;
                    break;
                case AddressMode::clamp:
                    index = std::clamp(i, 0, kTexels - 1);
                    break;
                case AddressMode::border:
                    index = i < 0 || i >= kTexels ? 0 : i;
                    break;
                }
                expected.push_back(static_cast<float>(index));
            }
            return first_difference(numbers_of<float>(contents[1]), expected);
        } };
}

TextbookCase shorts()
{
    const auto numbers = random_integers(std::size_t { 2 } * kTextureWidth * kTextureHeight, -32768, 32767, 34);
    return { "TextureShorts", "texture_reads",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "plane", std::vector<std::int16_t>(numbers.begin(), numbers.end()));
            const auto out = add_buffer(plan, "result", std::vector<int>(numbers.size(), 0));
            TextureDescription texture = image_of(TextureShape::array_2d, FilterMode::nearest);
            texture.element = TextureElement::s16;
            texture.channels = 2;
            plan.step = { problem::KernelLaunch { "sampleShorts", { kTextureHeight }, { kTextureWidth }, 0,
                { out, std::int32_t { kTextureWidth }, problem::TextureArgument { in.buffer, texture } } } };
            return plan;
        },
        [=](const Contents& contents) {
            return first_difference(numbers_of<int>(contents[1]), numbers);
        } };
}

// A byte becomes the float nearest to a multiple of 1/255; one unit in the last place may differ.
TextbookCase bytes_as_floats()
{
    const auto numbers = random_integers(static_cast<std::size_t>(kTextureWidth * kTextureHeight), 0, 255, 35);
    return { "TextureBytes", "texture_reads",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "plane", std::vector<std::uint8_t>(numbers.begin(), numbers.end()));
            const auto out = add_buffer(plan, "result", std::vector<float>(numbers.size(), -1.0F));
            TextureDescription texture = image_of(TextureShape::array_2d, FilterMode::nearest);
            texture.element = TextureElement::u8;
            texture.read = ReadMode::normalized_float;
            plan.step = { problem::KernelLaunch { "sampleBytes", { kTextureHeight }, { kTextureWidth }, 0,
                { out, std::int32_t { kTextureWidth }, problem::TextureArgument { in.buffer, texture } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (const int number : numbers)
                expected.push_back(number / 255.0);
            return first_difference(in_double(numbers_of<float>(contents[1])), expected, 2e-7, 0.0);
        } };
}

TextbookCase gathered()
{
    const auto image = whole_numbers(36);
    return { "TextureGather", "texture_reads",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "plane", image);
            const auto out = add_buffer(plan, "result", std::vector<float>(4 * image.size(), -1.0F));
            const problem::TextureArgument texture { in.buffer, image_of(TextureShape::array_2d, FilterMode::nearest) };
            plan.step = { problem::KernelLaunch {
                "gather", { kTextureHeight }, { kTextureWidth }, 0, { out, std::int32_t { kTextureWidth }, texture } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (int y = 0; y < kTextureHeight; ++y) {
                for (int x = 0; x < kTextureWidth; ++x) {
                    const std::array four { texel(image, x - 1, y), texel(image, x, y), texel(image, x, y - 1),
                        texel(image, x - 1, y - 1) };
                    expected.insert(expected.end(), four.begin(), four.end());
                }
            }
            return first_difference(in_double(numbers_of<float>(contents[1])), expected, 0.0, 0.0);
        } };
}

} // namespace

std::vector<TextbookCase> texture_cases()
{
    return { resized("TextureResizeTwice", TextureShape::array_2d, 2 * kTextureWidth, 2 * kTextureHeight, 0.0),
        resized("TextureResizePitched", TextureShape::pitched, 2 * kTextureWidth, 2 * kTextureHeight, 0.0),
        resized("TextureResizeOdd", TextureShape::array_2d, 71, 33, 2.0 * kRange / 256.0), resized_colours(), stencil(),
        fetched(), repeated("TextureWrap", AddressMode::wrap), repeated("TextureMirror", AddressMode::mirror),
        repeated("TextureClamp", AddressMode::clamp), repeated("TextureBorder", AddressMode::border), shorts(), bytes_as_floats(),
        gathered() };
}

} // namespace warpstage::kernels::test
