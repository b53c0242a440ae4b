// Compares hardware counters of the lessons' kernels (tests/fixtures/counters) with the prediction for the same launches: they
// agree within each metric's tolerance, or the file states the reason.
#include "core/analysis/comparison.h"
#include "core/analysis/recording/grid_prediction.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace warpstage::analysis {
namespace {

struct RecordedLaunch {
    std::string kernel;
    Measurement counters;
    std::map<std::string, std::string, std::less<>> reasons; // by counter; only those that are not empty
};

// One run of `warpstage counters`.
struct RecordedStep {
    std::string capability;
    std::string lesson;
    std::string variant;
    std::string parameters;
    std::map<std::size_t, RecordedLaunch> launches; // by number, from 1
};

std::vector<std::string> fields_of(const std::string& row)
{
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] == '"' && quoted && i + 1 < row.size() && row[i + 1] == '"')
            fields.back() += row[i++];
        else if (row[i] == '"')
            quoted = !quoted;
        else if (row[i] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += row[i];
    }
    return fields;
}

std::vector<RecordedStep> steps_of(const std::filesystem::path& file)
{
    std::vector<RecordedStep> steps;
    std::ifstream stream(file);
    for (std::string row; std::getline(stream, row);) {
        const auto fields = fields_of(row);
        if (row.empty() || fields.front() == "capability") // a header; files may be concatenated
            continue;
        if (fields.size() != 9) {
            ADD_FAILURE() << file << ": " << row;
            continue;
        }
        const auto same = [&](const RecordedStep& step) {
            return std::tie(step.capability, step.lesson, step.variant, step.parameters)
                == std::tie(fields[0], fields[1], fields[2], fields[3]);
        };
        if (std::ranges::none_of(steps, same))
            steps.push_back({ fields[0], fields[1], fields[2], fields[3], {} });
        RecordedLaunch& launch = std::ranges::find_if(steps, same)->launches[std::stoul(fields[4])];
        launch.kernel = fields[5];
        launch.counters[fields[6]] = std::stod(fields[7]);
        if (!fields[8].empty())
            launch.reasons[fields[6]] = fields[8];
    }
    return steps;
}

Result<StepPrediction> predicted(const lesson::Catalog& catalog, const RecordedStep& step)
{
    const auto lesson = catalog.find(step.lesson);
    if (!lesson)
        return lesson.error();
    const auto* const variant = (*lesson)->find_variant(step.variant);
    if (variant == nullptr)
        return Error { "no such variant" };
    auto settings = (*lesson)->initial_settings();
    // "n=4096 pattern=tid ^ (lane>>3) seed=1": a value extends up to the name of the next parameter.
    static const std::regex kNamed { "([a-z_0-9]+)=(.*?)(?= [a-z_0-9]+=|$)" };
    for (auto at = std::sregex_iterator(step.parameters.begin(), step.parameters.end(), kNamed); at != std::sregex_iterator();
         ++at) {
        if (auto set = settings.set((*lesson)->problem->parameters(), (*at)[1].str(), (*at)[2].str()); !set)
            return set.error();
    }
    auto plan = (*lesson)->problem->plan(*variant, settings);
    if (!plan)
        return plan.error();
    arch::ComputeCapability capability;
    capability.major = static_cast<std::uint32_t>(std::stoul(step.capability));
    capability.minor = static_cast<std::uint32_t>(std::stoul(step.capability.substr(step.capability.find('.') + 1)));
    return predict_step(std::make_shared<const engine::VmPrograms>(*lesson),
        std::make_shared<const problem::Plan>(std::move(*plan)), arch::traits_of(capability));
}

void expect_agreement(const LaunchPrediction& prediction, const RecordedLaunch& recorded)
{
    EXPECT_EQ(prediction.kernel, recorded.kernel);
    std::size_t held = 0;
    for (const auto& comparison : compare(prediction.report, recorded.counters)) {
        const auto& metric = *comparison.metric;
        if (metric.tolerance == 0.0)
            continue;
        ++held;
        const bool explained =
            std::ranges::any_of(metric.counters, [&](std::string_view counter) { return recorded.reasons.contains(counter); });
        EXPECT_TRUE(comparison.agrees || explained) << metric.id << ": predicted " << comparison.predicted << ", measured "
                                                    << comparison.measured << ", and the file gives no reason";
        EXPECT_FALSE(comparison.agrees && explained) << metric.id << " agrees, but the file states a reason for a mismatch";
    }
    EXPECT_EQ(held, 3U) << "wavefronts, sectors and active threads are recorded";
}

TEST(RecordedCounters, MatchThePrediction)
{
    const auto catalog = lesson::shipped_lessons();
    std::size_t files = 0;
    std::size_t launches = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / "counters")) {
        if (entry.path().extension() != ".csv")
            continue;
        ++files;
        for (const RecordedStep& step : steps_of(entry.path())) {
            SCOPED_TRACE(entry.path().filename().string() + ": " + step.lesson + " " + step.variant + " " + step.parameters);
            const auto prediction = predicted(*catalog, step);
            ASSERT_TRUE(prediction.ok()) << prediction.error().message;
            ASSERT_EQ(prediction->launches.size(), step.launches.size());
            for (const auto& [number, recorded] : step.launches) {
                SCOPED_TRACE("launch " + std::to_string(number));
                ASSERT_LE(number, prediction->launches.size());
                expect_agreement(prediction->launches[number - 1], recorded);
                ++launches;
            }
        }
    }
    EXPECT_GT(files, 0U) << "record some: see tests/fixtures/counters/README.md";
    EXPECT_GT(launches, 0U);
}

} // namespace
} // namespace warpstage::analysis
