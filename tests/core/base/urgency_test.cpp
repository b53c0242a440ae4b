#include "core/base/urgency.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace warpstage {
namespace {

int policy()
{
    return sched_getscheduler(0);
}

TEST(Urgency, BackgroundUrgencyAppliesToAThreadAndToThoseThatItStarts)
{
    const int before = policy();
    int own = -1;
    int started = -1;
    std::thread([&] {
        compute_with(Urgency::behind_drawing);
        own = policy();
        std::thread([&] { started = policy(); }).join();
    }).join();
    EXPECT_EQ(own, SCHED_IDLE);
    EXPECT_EQ(started, SCHED_IDLE);
    EXPECT_EQ(policy(), before) << "the drawing thread keeps its urgency";
}

TEST(Urgency, UsualChangesNothing)
{
    const int before = policy();
    int own = -1;
    std::thread([&] {
        compute_with(Urgency::usual);
        own = policy();
    }).join();
    EXPECT_EQ(own, before);
}

} // namespace
} // namespace warpstage
