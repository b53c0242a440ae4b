// When edited kernels are tried again.
#include "core/session/run/edited_trial.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace warpstage::session {
namespace {

std::string verdict_at_last(EditedTrial& trial, const EditedKernels& kernels)
{
    auto verdict = trial.verdict(kernels);
    while (!verdict) {
        std::this_thread::yield();
        verdict = trial.verdict(kernels);
    }
    return *verdict;
}

const EditedKernels kFirst { std::make_shared<const lesson::Lesson>(), 0, {} };
const EditedKernels kSecond { kFirst.lesson, 1, {} };

TEST(EditedTrial, WithoutATrialEverythingPasses)
{
    EditedTrial trial;
    EXPECT_EQ(trial.verdict(kFirst), "");
}

TEST(EditedTrial, EachVariantIsTriedOnce)
{
    std::atomic<int> asked = 0;
    EditedTrial trial([&](const EditedKernels& kernels, const std::stop_token&) -> std::string {
        ++asked;
        return kernels.variant == 1 ? "It faults." : "";
    });
    EXPECT_EQ(verdict_at_last(trial, kFirst), "");
    EXPECT_EQ(verdict_at_last(trial, kSecond), "It faults.");
    EXPECT_EQ(verdict_at_last(trial, kSecond), "It faults.");
    EXPECT_EQ(asked, 2);
}

TEST(EditedTrial, TriedKernelsAreNotTriedAgain)
{
    EditedTrial trial([](const EditedKernels&, const std::stop_token&) -> std::string { return "It faults."; });
    trial.has_passed(kFirst);
    EXPECT_EQ(trial.verdict(kFirst), "");
    EXPECT_EQ(verdict_at_last(trial, kSecond), "It faults.");
}

TEST(EditedTrial, ATrialDoesNotBlockAndANewOneCancelsIt)
{
    EditedTrial trial([](const EditedKernels& kernels, const std::stop_token& stop) -> std::string {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        while (kernels.variant == 0 && !stop.stop_requested())
            never.wait(lock, stop, [] { return false; });
        return kernels.variant == 0 ? "It was stopped." : "";
    });
    EXPECT_EQ(trial.verdict(kFirst), std::nullopt);
    EXPECT_TRUE(trial.running());
    EXPECT_EQ(verdict_at_last(trial, kSecond), "");
    EXPECT_FALSE(trial.running());
}

} // namespace
} // namespace warpstage::session
