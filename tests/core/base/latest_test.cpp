#include "core/base/latest.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace warpstage {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using Worker = Latest<int, std::string>;

// Ends when released, ignoring stop requests.
struct Gate {
    std::atomic<int> begun = 0;
    std::atomic<bool> open = false;

    std::string pass(int request)
    {
        ++begun;
        while (!open)
            std::this_thread::sleep_for(1ms);
        return std::to_string(request);
    }
    void wait_for_begin() const
    {
        while (begun == 0)
            std::this_thread::yield();
    }
};

TEST(Latest, AResultIsDeliveredOnceWithItsRequest)
{
    Worker worker([](int request, Worker::Progress&) { return std::to_string(request); });
    EXPECT_FALSE(worker.pending());
    EXPECT_FALSE(worker.take());
    worker.request(7);
    worker.wait_until_idle();
    EXPECT_TRUE(worker.pending()) << "until taken";
    const auto answer = worker.take();
    ASSERT_TRUE(answer);
    EXPECT_EQ(*answer->request, 7);
    EXPECT_EQ(answer->result, "7");
    EXPECT_FALSE(worker.pending());
    EXPECT_FALSE(worker.take());
}

TEST(Latest, TheNewestRequestReplacesOthers)
{
    Gate gate;
    std::atomic<int> computed = 0;
    Worker worker([&](int request, Worker::Progress&) {
        ++computed;
        return gate.pass(request);
    });
    worker.request(1);
    gate.wait_for_begin();
    for (int request = 2; request <= 20; ++request)
        worker.request(request);
    EXPECT_TRUE(worker.pending());
    EXPECT_FALSE(worker.take());
    gate.open = true;
    worker.wait_until_idle();
    const auto answer = worker.take();
    ASSERT_TRUE(answer);
    EXPECT_EQ(*answer->request, 20);
    EXPECT_EQ(answer->result, "20");
    EXPECT_FALSE(worker.take());
    EXPECT_EQ(computed, 2) << "requests in between never start";
}

TEST(Latest, AReplacedRequestIsAskedToStop)
{
    std::vector<int> stopped;
    Worker worker([&](int request, Worker::Progress& progress) {
        while (request == 1 && !progress.stop().stop_requested())
            std::this_thread::yield();
        if (progress.stop().stop_requested())
            stopped.push_back(request);
        return std::to_string(request);
    });
    worker.request(1);
    std::this_thread::sleep_for(5ms);
    worker.request(2);
    worker.wait_until_idle();
    EXPECT_LE(stopped.size(), 1U);
    ASSERT_TRUE(worker.take());
}

TEST(Latest, CancelReturnsImmediatelyAndNothingIsDelivered)
{
    Gate gate;
    Worker worker([&](int request, Worker::Progress& progress) {
        progress.publish("intermediate");
        return gate.pass(request);
    });
    worker.request(1);
    gate.wait_for_begin();
    const auto began = std::chrono::steady_clock::now();
    worker.cancel();
    EXPECT_LT(std::chrono::steady_clock::now() - began, 100ms);
    EXPECT_FALSE(worker.pending());
    EXPECT_FALSE(worker.take());
    gate.open = true;
    worker.wait_until_idle();
    EXPECT_FALSE(worker.take());
    worker.request(2);
    worker.wait_until_idle();
    EXPECT_EQ(worker.take()->result, "2");
}

TEST(Latest, AResultThatWasReadyIsNotDeliveredAfterCancel)
{
    Worker worker([](int request, Worker::Progress&) { return std::to_string(request); });
    worker.request(1);
    worker.wait_until_idle();
    worker.cancel();
    EXPECT_FALSE(worker.take());
}

TEST(Latest, IntermediateResultsComeBeforeTheLastOne)
{
    Gate gate;
    Worker worker([&](int request, Worker::Progress& progress) {
        progress.publish("replaced");
        progress.publish("half");
        return gate.pass(request);
    });
    worker.request(1);
    gate.wait_for_begin();
    EXPECT_EQ(worker.take()->result, "half");
    EXPECT_FALSE(worker.take());
    EXPECT_TRUE(worker.pending());
    gate.open = true;
    worker.wait_until_idle();
    EXPECT_EQ(worker.take()->result, "1");
}

TEST(Latest, WaitingEnds)
{
    Gate gate;
    Worker worker([&](int request, Worker::Progress&) { return gate.pass(request); });
    EXPECT_TRUE(worker.wait_for(0ms));
    worker.request(1);
    EXPECT_FALSE(worker.wait_for(2ms));
    gate.open = true;
    EXPECT_TRUE(worker.wait_for(10s));
    EXPECT_TRUE(worker.take());
}

TEST(Latest, DestructionStopsARunningComputation)
{
    std::atomic<bool> begun = false;
    std::atomic<bool> stopped = false;
    {
        Worker worker([&](int, Worker::Progress& progress) {
            begun = true;
            while (!progress.stop().stop_requested())
                std::this_thread::yield();
            stopped = true;
            return std::string {};
        });
        worker.request(1);
        while (!begun)
            std::this_thread::yield();
    }
    EXPECT_TRUE(stopped);
}

TEST(Latest, EachRequestHasItsUrgency)
{
    const int usual = sched_getscheduler(0);
    Latest<int, int> worker([](int, auto&) { return sched_getscheduler(0); });
    const auto policy_with = [&](Urgency urgency) {
        worker.request(0, urgency);
        worker.wait_until_idle();
        return worker.take()->result;
    };
    EXPECT_EQ(policy_with(Urgency::behind_drawing), SCHED_IDLE);
    EXPECT_EQ(policy_with(Urgency::usual), usual);
}

} // namespace
} // namespace warpstage
