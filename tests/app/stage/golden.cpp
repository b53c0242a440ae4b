#include "tests/app/stage/golden.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace warpstage::stage {

namespace {

constexpr std::uint32_t kTile = 32;
constexpr double kAllowedMean = 1.5;
constexpr double kAllowedTile = 14.0;

} // namespace

Difference difference_of(const Image& a, const Image& b)
{
    Difference difference;
    double sum = 0.0;
    for (std::uint32_t top = 0; top < a.height; top += kTile) {
        for (std::uint32_t left = 0; left < a.width; left += kTile) {
            const std::uint32_t bottom = std::min(top + kTile, a.height);
            const std::uint32_t right = std::min(left + kTile, a.width);
            double tile = 0.0;
            for (std::uint32_t y = top; y < bottom; ++y) {
                for (std::size_t i = (std::size_t { y } * a.width + left) * 4; i < (std::size_t { y } * a.width + right) * 4; ++i)
                    tile += std::abs(static_cast<double>(a.rgba[i]) - static_cast<double>(b.rgba[i]));
            }
            sum += tile;
            difference.worst_tile = std::max(difference.worst_tile, tile / (4.0 * (bottom - top) * (right - left)));
        }
    }
    difference.mean = sum / static_cast<double>(a.rgba.size());
    return difference;
}

testing::AssertionResult matches_approved(const Image& frame, const std::string& name)
{
    const std::filesystem::path approved = std::filesystem::path(WARPSTAGE_FIXTURES) / "stage" / (name + ".png");
    const char* approve = std::getenv("WARPSTAGE_APPROVE");
    if (approve != nullptr && std::string(approve) == "1") {
        const auto written = write_png(frame, approved);
        return written ? testing::AssertionSuccess() : testing::AssertionFailure() << written.error().message;
    }
    const auto expected = read_png(approved);
    if (!expected)
        return testing::AssertionFailure() << expected.error().message << " Run with WARPSTAGE_APPROVE=1 to write it.";
    if (expected->width != frame.width || expected->height != frame.height)
        return testing::AssertionFailure() << approved << " has another size";
    const Difference difference = difference_of(frame, *expected);
    if (difference.mean <= kAllowedMean && difference.worst_tile <= kAllowedTile)
        return testing::AssertionSuccess();
    const std::filesystem::path seen = std::filesystem::temp_directory_path() / ("warpstage-" + name + "-seen.png");
    const auto written = write_png(frame, seen);
    return testing::AssertionFailure() << "differs from " << approved << ": mean " << difference.mean << " (allowed "
                                       << kAllowedMean << "), worst tile " << difference.worst_tile << " (allowed "
                                       << kAllowedTile << "); " << (written ? "see " + seen.string() : written.error().message);
}

} // namespace warpstage::stage
