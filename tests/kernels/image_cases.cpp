// Two-dimensional grids: separable convolution, a stencil with halo, Mandelbrot.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <array>

namespace warpstage::kernels::test {

namespace {

constexpr int kWidth = 128;
constexpr int kHeight = 64;

// The binomial filter of convolution_separable.cu along one axis; zeros beyond the edge.
std::vector<double> convolved(const std::vector<double>& image, int dx, int dy)
{
    constexpr std::array kFilter { 1.0, 16.0, 120.0, 560.0, 1820.0, 4368.0, 8008.0, 11440.0, 12870.0, 11440.0, 8008.0, 4368.0,
        1820.0, 560.0, 120.0, 16.0, 1.0 };
    constexpr int kRadius = 8;
    std::vector<double> result(image.size(), 0.0);
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            for (int j = -kRadius; j <= kRadius; ++j) {
                const int from_x = x + j * dx;
                const int from_y = y + j * dy;
                if (from_x >= 0 && from_x < kWidth && from_y >= 0 && from_y < kHeight)
                    result[static_cast<std::size_t>(y * kWidth + x)] += kFilter[static_cast<std::size_t>(kRadius - j)] / 65536.0
                        * image[static_cast<std::size_t>(from_y * kWidth + from_x)];
            }
        }
    }
    return result;
}

TextbookCase convolution()
{
    const auto image = random_floats(static_cast<std::size_t>(kWidth * kHeight), 0.0, 255.0, 10);
    return { "ConvolutionSeparable", "convolution_separable",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "image", image);
            const auto rows = add_buffer(plan, "rows", std::vector<float>(image.size(), 0.0F));
            const auto out = add_buffer(plan, "result", std::vector<float>(image.size(), 0.0F));
            const std::int32_t width = kWidth;
            const std::int32_t height = kHeight;
            plan.step = {
                problem::KernelLaunch {
                    "convolutionRowsKernel", { kWidth / 64, kHeight / 4 }, { 16, 4 }, 0, { rows, in, width, height, width } },
                problem::KernelLaunch { "convolutionColumnsKernel", { kWidth / 16, kHeight / 32 }, { 16, 8 }, 0,
                    { out, rows, width, height, width } },
            };
            return plan;
        },
        [=](const Contents& contents) {
            const auto expected = convolved(convolved(in_double(image), 1, 0), 0, 1);
            return first_difference(in_double(numbers_of<float>(contents[2])), expected, 1e-5, 0.0);
        } };
}

TextbookCase heat()
{
    constexpr int kRoomWidth = 50; // not multiples of the tile
    constexpr int kRoomHeight = 37;
    constexpr float kAlpha = 0.2F;
    const auto room = random_floats(static_cast<std::size_t>(kRoomWidth * kRoomHeight), 0.0, 100.0, 11);
    return { "StencilHalo", "stencil",
        [=] {
            problem::Plan plan;
            const auto first = add_buffer(plan, "first", room);
            const auto second = add_buffer(plan, "second", std::vector<float>(room.size(), 0.0F));
            const std::int32_t width = kRoomWidth;
            const std::int32_t height = kRoomHeight;
            const Dim3 grid { 4, 3 };
            plan.step = {
                problem::KernelLaunch { "heat_step", grid, { 16, 16 }, 0, { first, second, width, height, kAlpha } },
                problem::KernelLaunch { "heat_step", grid, { 16, 16 }, 0, { second, first, width, height, kAlpha } },
            };
            return plan;
        },
        [=](const Contents& contents) {
            auto now = in_double(room);
            for (int step = 0; step < 2; ++step) {
                const auto before = now;
                const auto at = [&](int x, int y) {
                    x = std::clamp(x, 0, kRoomWidth - 1);
                    y = std::clamp(y, 0, kRoomHeight - 1);
                    return before[static_cast<std::size_t>(y * kRoomWidth + x)];
                };
                for (int y = 0; y < kRoomHeight; ++y) {
                    for (int x = 0; x < kRoomWidth; ++x)
                        now[static_cast<std::size_t>(y * kRoomWidth + x)] = at(x, y)
                            + static_cast<double>(kAlpha)
                                * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4.0 * at(x, y));
                }
            }
            return first_difference(in_double(numbers_of<float>(contents[0])), now, 1e-5, 1e-4);
        } };
}

TextbookCase mandelbrot()
{
    constexpr int kPictureWidth = 60;
    constexpr int kPictureHeight = 40;
    constexpr int kLimit = 200;
    constexpr float kLeft = -2.1F;
    constexpr float kTop = -1.2F;
    constexpr float kStepX = 0.05F;
    constexpr float kStepY = 0.06F;
    return { "Mandelbrot", "mandelbrot",
        [=] {
            problem::Plan plan;
            const auto counts = add_buffer(plan, "counts", std::vector<int>(kPictureWidth * kPictureHeight, -1));
            plan.step = { problem::KernelLaunch { "mandelbrot", { 4, 5 }, { 16, 8 }, 0,
                { counts, std::int32_t { kPictureWidth }, std::int32_t { kPictureHeight }, kLeft, kTop, kStepX, kStepY,
                    std::int32_t { kLimit } } } };
            return plan;
        },
        [=](const Contents& contents) {
            const auto found = numbers_of<int>(contents[0]);
            // Near the border of the set, rounding decides: float in the kernel, double here. One pixel in a hundred may differ.
            std::size_t different = 0;
            for (int py = 0; py < kPictureHeight; ++py) {
                for (int px = 0; px < kPictureWidth; ++px) {
                    const double cx = static_cast<double>(kLeft) + px * static_cast<double>(kStepX);
                    const double cy = static_cast<double>(kTop) + py * static_cast<double>(kStepY);
                    double x = 0.0;
                    double y = 0.0;
                    int count = 0;
                    while (x * x + y * y <= 4.0 && count < kLimit) {
                        const double next = x * x - y * y + cx;
                        y = 2.0 * x * y + cy;
                        x = next;
                        ++count;
                    }
                    different += found[static_cast<std::size_t>(py * kPictureWidth + px)] != count ? 1U : 0U;
                }
            }
            return different <= found.size() / 100 ? std::string {} : std::to_string(different) + " pixels differ";
        } };
}

} // namespace

std::vector<TextbookCase> image_cases()
{
    return { convolution(), heat(), mandelbrot() };
}

} // namespace warpstage::kernels::test
