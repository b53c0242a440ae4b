#include "app/export/export.h"
#include "app/stage/capture/png.h"
#include "tests/app/export/sample_picture.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace warpstage::exporter {
namespace {

namespace fs = std::filesystem;

// The file as read by a PNG reader that is not Qt.
stage::Image png_of(const draw::DrawList& picture, std::uint32_t scale)
{
    const fs::path path = fs::temp_directory_path() / ("warpstage-png-test-" + std::to_string(::getpid()) + ".png");
    const auto saved = save(picture, path, { "title", "about" }, scale);
    EXPECT_TRUE(saved) << saved.error().message;
    auto image = stage::read_png(path);
    EXPECT_TRUE(image) << image.error().message;
    fs::remove(path);
    return image ? *image : stage::Image {};
}

using Pixel = std::array<int, 4>;

Pixel at(const stage::Image& image, std::uint32_t x, std::uint32_t y)
{
    const std::size_t first = std::size_t { 4 } * (std::size_t { y } * image.width + x);
    return { image.rgba.at(first), image.rgba.at(first + 1), image.rgba.at(first + 2), image.rgba.at(first + 3) };
}

TEST(Png, HasTheFiguresSizeTimesTheScale)
{
    for (std::uint32_t scale = 1; scale <= kMaxScale; ++scale) {
        const auto image = png_of(testing::sample_picture(), scale);
        EXPECT_EQ(image.width, 400 * scale);
        EXPECT_EQ(image.height, 240 * scale);
    }
}

TEST(Png, ShapesHaveTheirColorsInWholePixels)
{
    const Pixel vermilion { 0xc2, 0x40, 0x1a, 255 };
    const Pixel blue { 0, 0x70, 0xb0, 255 };
    const Pixel white { 255, 255, 255, 255 };
    for (const std::uint32_t scale : { 1U, 3U }) {
        const auto image = png_of(testing::sample_picture(), scale);
        EXPECT_EQ(at(image, 2, 2), white);
        EXPECT_EQ(at(image, 19 * scale, 170 * scale), white) << "left of the box";
        EXPECT_EQ(at(image, 20 * scale, 170 * scale), vermilion) << "its outline is inside";
        EXPECT_EQ(at(image, 24 * scale - 1, 170 * scale), vermilion);
        EXPECT_EQ(at(image, 24 * scale, 170 * scale), blue);
        EXPECT_EQ(at(image, 80 * scale - 1, 170 * scale), vermilion);
        EXPECT_EQ(at(image, 80 * scale, 170 * scale), white);
    }
}

TEST(Png, TheUncoveredAreaIsTransparent)
{
    draw::DrawList picture;
    picture.size = { 10.0F, 10.0F };
    picture.add(draw::Box { { 0, 0, 5, 10 }, draw::Color { 10, 20, 30 }, std::nullopt, 1.0F, 0.0F });
    const auto image = png_of(picture, 1);
    EXPECT_EQ(at(image, 4, 5), (Pixel { 10, 20, 30, 255 }));
    EXPECT_EQ(at(image, 5, 5)[3], 0);
}

TEST(Png, TextIsWritten)
{
    const auto image = png_of(testing::sample_picture(), 2);
    const auto dark_in = [&](std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom) {
        std::size_t dark = 0;
        for (std::uint32_t y = 2 * top; y < 2 * bottom; ++y)
            for (std::uint32_t x = 2 * left; x < 2 * right; ++x)
                dark += at(image, x, y)[1] < 100 ? 1U : 0U;
        return dark;
    };
    EXPECT_GT(dark_in(20, 16, 280, 32), 500U) << "left-aligned";
    EXPECT_GT(dark_in(250, 48, 380, 62), 200U) << "right-aligned";
    EXPECT_EQ(dark_in(381, 48, 400, 62), 0U) << "and ends at its anchor";
    EXPECT_EQ(dark_in(111, 105, 200, 118), 0U) << "shortened to 90 points";
}

TEST(Png, ALineThatFallsBetweenPixelsIsNotBlurred)
{
    draw::DrawList picture;
    picture.size = { 20.0F, 20.0F };
    picture.add(draw::Box { { 0, 0, 20, 20 }, draw::Color { 255, 255, 255 }, std::nullopt, 1.0F, 0.0F });
    picture.add(draw::Line { { 0, 10.2F }, { 20, 10.2F }, draw::Color { 0, 0, 0 }, 1.0F });
    const auto image = png_of(picture, 1);
    std::size_t black = 0;
    for (std::uint32_t y = 0; y < 20; ++y) {
        const auto pixel = at(image, 5, y);
        EXPECT_TRUE(pixel[0] == 0 || pixel[0] == 255) << "row " << y;
        black += pixel[0] == 0 ? 1U : 0U;
    }
    EXPECT_EQ(black, 1U);
}

} // namespace
} // namespace warpstage::exporter
