#include "core/lesson/host_code.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::lesson {
namespace {

std::size_t index_of(const Lesson& lesson, std::string_view id)
{
    const auto found = std::ranges::find(lesson.variants, id, &problem::Variant::id);
    EXPECT_NE(found, lesson.variants.end()) << id;
    return static_cast<std::size_t>(found - lesson.variants.begin());
}

// The source panel shows it for host variants, and on request for all others.
TEST(HostCode, EveryShippedLessonHasIt)
{
    for (const auto& lesson : shipped_lessons()->lessons()) {
        EXPECT_GT(lesson->host_lines.size(), 30U) << lesson->id;
        for (std::size_t variant = 0; variant < lesson->variants.size(); ++variant) {
            const auto place = host_place(*lesson, variant);
            EXPECT_LE(place.first, place.code);
            EXPECT_LE(place.code, lesson->host_lines.size());
            EXPECT_GT(place.first, 1U) << lesson->id << ' ' << lesson->variants[variant].id << ": at least main()";
        }
    }
}

// The code of a host variant is marked with its name.
TEST(HostCode, HostVariantsHaveTheirOwnLoops)
{
    for (const auto& lesson : shipped_lessons()->lessons()) {
        for (std::size_t variant = 0; variant < lesson->variants.size(); ++variant) {
            const auto& id = lesson->variants[variant].id;
            if (!lesson->problem->kernels(lesson->variants[variant]).empty())
                continue;
            const auto place = host_place(*lesson, variant);
            const auto begin = lesson->host_lines.begin();
            EXPECT_TRUE(std::any_of(begin + place.first - 1, begin + place.code - 1,
                [&](const std::string& line) { return line.find("`" + id + "`") != std::string::npos; }))
                << lesson->id << ' ' << id;
        }
    }
}

TEST(HostCode, StartsAfterTheCommentThatNamesTheVariant)
{
    const auto lesson = *shipped_lessons()->find("reduction");
    const auto place = host_place(*lesson, index_of(*lesson, "sequential"));
    EXPECT_TRUE(lesson->host_lines[place.first - 1].starts_with("// Variant `sequential`"));
    EXPECT_EQ(lesson->host_lines[place.code - 1], "long long sum_on_host(const std::vector<int>& v)");
    const auto main = host_place(*lesson, index_of(*lesson, "reduce6"));
    EXPECT_EQ(lesson->host_lines[main.code - 1], "int main()");
}

} // namespace
} // namespace warpstage::lesson
