// Runs every [[measured]] claim of a lesson's claims.toml on the virtual machine. check_numbers.py checks the other kinds.
#include "tests/lessons/claim_figures.h"
#include "tests/lessons/launch_figures.h"
#include "tests/lessons/lesson_folders.h"
#include "tests/lessons/recorded_variant.h"

#include <gtest/gtest.h>

// Configured as in the library that reads lessons: one program, one parser.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace warpstage::lessons {
namespace {

std::string written(const toml::node& node)
{
    if (const auto text = node.value_exact<std::string>())
        return *text;
    return std::to_string(node.value<std::int64_t>().value_or(0));
}

std::vector<std::string> texts(const toml::table& claim, std::string_view key)
{
    std::vector<std::string> all;
    if (const auto* const array = claim[key].as_array())
        for (const auto& element : *array)
            all.push_back(element.value_or(std::string {}));
    return all;
}

Parameters parameters_of(const toml::table& claim)
{
    Parameters parameters;
    if (const auto* const table = claim["parameters"].as_table())
        for (const auto& [id, value] : *table)
            parameters.emplace_back(std::string { id.str() }, written(value));
    return parameters;
}

void expect_fault(const toml::table& claim, const analysis::Recording& recording)
{
    const auto parts = texts(claim, "fault");
    if (parts.empty())
        return;
    ASSERT_TRUE(recording.trap);
    for (const auto& part : parts)
        EXPECT_NE(recording.trap->message.find(part), std::string::npos) << part << " is not in: " << recording.trap->message;
}

void expect_figures(const toml::table& claim, const RecordedVariant& recorded)
{
    const auto* const figures = claim["expect"].as_table();
    if (figures == nullptr)
        return;
    auto architectures = texts(claim, "architectures");
    if (architectures.empty())
        architectures = { "7.5", "9.0" };
    const auto at = claim["at"].value_or(std::string {});
    for (const auto& name : architectures) {
        const auto architecture = arch::parse_architecture(name);
        ASSERT_TRUE(architecture) << architecture.error().message;
        const LaunchFigures launch { recorded, *architecture };
        for (const auto& [metric, value] : *figures) {
            const std::string id { metric.str() };
            const auto figure =
                LaunchFigures::includes(id) ? launch.figure_of(id) : figure_of(recorded, *architecture->traits, at, id);
            ASSERT_TRUE(figure) << "no metric " << metric.str() << " at \"" << at << '"';
            EXPECT_NEAR(*figure, value.value_or(-1.0), claim["within"].value_or(0.0)) << metric.str() << ", CC " << name;
        }
    }
}

class Claims : public testing::TestWithParam<std::string> { };

TEST_P(Claims, AgreeWithTheKernels)
{
    const auto file = toml::parse_file((kLessons / GetParam() / "claims.toml").string());
    const auto lesson = toml::parse_file((kLessons / GetParam() / "lesson.toml").string());
    ASSERT_TRUE(file && lesson) << "not TOML";
    const auto* const claims = file["measured"].as_array();
    if (claims == nullptr)
        return; // none is measured
    for (const auto& element : *claims) {
        const auto& claim = *element.as_table();
        SCOPED_TRACE(texts(claim, "says").front());
        ASSERT_TRUE(claim.contains("expect") || claim.contains("fault"));
        const auto recorded =
            record_variant(lesson["id"].value_or(std::string {}), claim["variant"].value_or(std::string {}), parameters_of(claim),
                claim["checks"].value_or(std::string {}), static_cast<std::uint64_t>(claim["block"].value_or<std::int64_t>(0)));
        if (recorded.recording == nullptr)
            continue;
        expect_fault(claim, *recorded.recording);
        expect_figures(claim, recorded);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Lessons, Claims, testing::ValuesIn(lesson_folders()), [](const auto& tested) { return test_name_of(tested.param); });

} // namespace
} // namespace warpstage::lessons
