// Equality with CuTe itself: tests/fixtures/layout/record_cute.py has recorded what CUTLASS computes.
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/layout/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace warpstage::layout {
namespace {

std::string fixture(const char* name)
{
    const auto text = read_whole_file(std::filesystem::path(WARPSTAGE_FIXTURES) / "layout" / name, std::uint64_t { 16 } << 20);
    EXPECT_TRUE(text);
    return text ? *text : std::string {};
}

// The result as in the fixture: with a checksum of all indices if there is a swizzle.
std::string recorded_form(const Value& value)
{
    const auto* composed = std::get_if<ComposedLayout>(&value);
    if (composed == nullptr || composed->swizzle.is_identity())
        return text_of(value);
    std::uint32_t sum = 2166136261U;
    for (std::int64_t i = 0; i < size(composed->layout); ++i)
        sum = (sum ^ static_cast<std::uint32_t>((*composed)(i))) * 16777619U;
    return fmt::format("{} # {}", text_of(value), sum);
}

TEST(Algebra, EveryRecordedExpressionHasTheResultOfCuTe)
{
    std::size_t results = 0;
    std::size_t refused = 0;
    std::size_t different = 0;
    const std::string text = fixture("algebra.txt");
    for (const std::string_view line : text::split(text, '\n')) {
        if (line.empty())
            continue;
        const bool compiles = line.find(" ! ") == std::string_view::npos;
        const auto sign = line.find(compiles ? " = " : " ! ");
        ASSERT_NE(sign, std::string_view::npos) << line;
        const auto found = evaluate(line.substr(0, sign));
        const bool same = compiles ? found && recorded_form(*found) == line.substr(sign + 3) : !found;
        EXPECT_TRUE(same) << line << "\n  found: " << (found ? recorded_form(*found) : found.error().message);
        different += same ? 0 : 1;
        ++(compiles ? results : refused);
    }
    EXPECT_EQ(different, 0U);
    EXPECT_GE(results, 1500U);
    EXPECT_GE(refused, 100U);
    EXPECT_GE(results + refused, 2000U);
}

} // namespace
} // namespace warpstage::layout
