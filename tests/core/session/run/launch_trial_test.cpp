// When kernels that were not built with the program are tried.
#include "core/session/run/launch_trial.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace warpstage::session {
namespace {

Verdict verdict_at_last(LaunchTrial& trial, const TriedKernels& kernels)
{
    auto verdict = trial.verdict(kernels);
    while (!verdict) {
        std::this_thread::yield();
        verdict = trial.verdict(kernels);
    }
    return *verdict;
}

const TriedKernels kFirst { std::make_shared<const lesson::Lesson>(), 0, {} };
const TriedKernels kSecond { kFirst.lesson, 1, {} };

TEST(LaunchTrial, WithoutATrialEverythingPasses)
{
    LaunchTrial trial;
    EXPECT_EQ(trial.verdict(kFirst), Verdict {});
}

TEST(LaunchTrial, EachVariantIsTriedOnce)
{
    std::atomic<int> asked = 0;
    LaunchTrial trial([&](const TriedKernels& kernels, const std::stop_token&) -> Verdict {
        ++asked;
        return { kernels.variant == 1 ? "It faults." : "", {} };
    });
    EXPECT_EQ(verdict_at_last(trial, kFirst), Verdict {});
    EXPECT_EQ(verdict_at_last(trial, kSecond), (Verdict { "It faults.", {} }));
    EXPECT_EQ(verdict_at_last(trial, kSecond), (Verdict { "It faults.", {} }));
    EXPECT_EQ(verdict_at_last(trial, kFirst), Verdict {}) << "remembered";
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(trial.passed(kFirst));
    EXPECT_FALSE(trial.passed(kSecond));
}

TEST(LaunchTrial, ATrialIsDueForWhatWasNotBuiltWithTheProgram)
{
    lesson::Lesson lesson;
    EXPECT_TRUE(LaunchTrial::is_due(lesson));
    lesson.origin.shipped = true;
    EXPECT_FALSE(LaunchTrial::is_due(lesson));
    lesson.origin.edited = true;
    EXPECT_TRUE(LaunchTrial::is_due(lesson));
}

TEST(LaunchTrial, KernelsThatCouldNotBeCheckedHaveNotPassed)
{
    LaunchTrial trial([](const TriedKernels&, const std::stop_token&) -> Verdict { return { {}, "Too large." }; });
    EXPECT_FALSE(verdict_at_last(trial, kFirst).passed());
    EXPECT_FALSE(trial.passed(kFirst));
}

TEST(LaunchTrial, TriedKernelsAreNotTriedAgain)
{
    LaunchTrial trial([](const TriedKernels&, const std::stop_token&) -> Verdict { return { "It faults.", {} }; });
    trial.has_passed(kFirst);
    EXPECT_EQ(trial.verdict(kFirst), Verdict {});
    EXPECT_EQ(verdict_at_last(trial, kSecond), (Verdict { "It faults.", {} }));
}

TEST(LaunchTrial, ATrialDoesNotBlockAndANewOneCancelsIt)
{
    LaunchTrial trial([](const TriedKernels& kernels, const std::stop_token& stop) -> Verdict {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        while (kernels.variant == 0 && !stop.stop_requested())
            never.wait(lock, stop, [] { return false; });
        return { kernels.variant == 0 ? "It was stopped." : "", {} };
    });
    EXPECT_EQ(trial.verdict(kFirst), std::nullopt);
    EXPECT_TRUE(trial.running());
    EXPECT_EQ(verdict_at_last(trial, kSecond), Verdict {});
    EXPECT_FALSE(trial.running());
}

} // namespace
} // namespace warpstage::session
