#include "core/lesson/lesson.h"
#include "core/session/remembered.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace warpstage::session {
namespace {

struct Subject {
    std::shared_ptr<const lesson::Lesson> lesson;
    int variant = 0;

    bool operator==(const Subject&) const = default;
};

std::shared_ptr<const lesson::Lesson> lesson_named(const std::string& id)
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = id;
    return lesson;
}

TEST(Remembered, TheOldestResultIsForgotten)
{
    Remembered<Subject, int> known(2);
    const auto lesson = lesson_named("banks");
    for (int variant = 0; variant < 3; ++variant)
        known.keep({ lesson, variant }, variant);
    EXPECT_EQ(known.find({ lesson, 0 }), nullptr);
    ASSERT_NE(known.find({ lesson, 2 }), nullptr);
    EXPECT_EQ(**known.find({ lesson, 2 }), 2);
}

// An edited lesson keeps 10 MB of parsed kernels, and a lecture may have hundreds of edits.
TEST(Remembered, AnEditForgetsTheEarlierText)
{
    Remembered<Subject, int> known(512);
    const auto other = lesson_named("nbody");
    known.keep({ other, 0 }, 1);
    std::weak_ptr<const lesson::Lesson> before;
    {
        const auto lesson = lesson_named("banks");
        before = lesson;
        known.keep({ lesson, 0 }, 1);
        known.keep({ lesson, 1 }, 2);
    }
    EXPECT_FALSE(before.expired());
    known.keep({ lesson_named("banks"), 0 }, 3);
    EXPECT_TRUE(before.expired());
    EXPECT_NE(known.find({ other, 0 }), nullptr);
}

} // namespace
} // namespace warpstage::session
