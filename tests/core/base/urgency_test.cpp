#include "core/base/urgency.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cerrno>
#include <thread>

namespace warpstage {
namespace {

int nice_value()
{
    errno = 0;
    const int value = getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(errno, 0);
    return value;
}

TEST(Urgency, AThreadBehindTheDrawingIsNicerThanItsProgramAndSoAreThoseThatItStarts)
{
    const int before = nice_value();
    int own = 0;
    int started = 0;
    std::thread([&] {
        compute_with(Urgency::behind_drawing);
        own = nice_value();
        std::thread([&] { started = nice_value(); }).join();
    }).join();
    EXPECT_EQ(own, 19);
    EXPECT_EQ(started, 19);
    EXPECT_EQ(nice_value(), before) << "whoever draws stays as urgent as before";
}

TEST(Urgency, UsualChangesNothing)
{
    const int before = nice_value();
    int own = -100;
    std::thread([&] {
        compute_with(Urgency::usual);
        own = nice_value();
    }).join();
    EXPECT_EQ(own, before);
}

} // namespace
} // namespace warpstage
