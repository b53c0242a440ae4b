// Each kernel of tests/fixtures/simt/planted has one bug, in the line with the comment `// bug: KIND`; the checks must find it
// there, and their message must contain the text of the comment `// says: TEXT`, if there is one, and the first finding the cause
// of the comment `// cause: CAUSE`. In the kernels of tests/fixtures/simt/warned the finding is only a warning. They must find
// nothing in the kernels of tests/fixtures/simt/clean. Parameters: 64 numbers, 192 zeros, and either the number 64 or 64 numbers
// without initial values.
#include "core/simt/faults/fault_names.h"
#include "core/simt/program.h"
#include "fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kNumbers = 64;

struct PlantedBug {
    std::string text; // of the whole file
    std::uint32_t line = 0;
    std::string kind;
    std::string sentence;
    std::string cause; // of docs/checks.md; empty: any
};

std::string behind(const std::string& line, std::string_view mark)
{
    const std::size_t at = line.find(mark);
    return at == std::string::npos ? "" : line.substr(at + mark.size());
}

PlantedBug read_bug(const std::string& name)
{
    PlantedBug bug;
    std::ifstream file(fixture_folder() / name);
    std::uint32_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        bug.text += line + "\n";
        if (const std::string kind = behind(line, "// bug: "); !kind.empty()) {
            bug.line = number;
            bug.kind = kind;
        }
        if (const std::string sentence = behind(line, "// says: "); !sentence.empty())
            bug.sentence = sentence;
        if (const std::string cause = behind(line, "// cause: "); !cause.empty())
            bug.cause = cause;
    }
    return bug;
}

std::vector<std::string> names_in(const char* folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(fixture_folder() / folder)) {
        if (entry.path().extension() == ".cu")
            names.push_back(entry.path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

// Three blocks of 64 threads with all checks. `path`: without extension.
Result<LaunchOutcome> run_checked(const std::string& path, const Scheduling& scheduling)
{
    const ptx::Module module = parse_fixture(path + ".ptx");
    const Result<Program> program = Program::lower(module, *module.find("planted"));
    if (!program)
        return program.error();
    DeviceMemory memory;
    const DeviceAddress in = memory.allocate("in", kNumbers * sizeof(std::int32_t));
    for (std::uint32_t i = 0; i < kNumbers; ++i)
        std::memcpy(memory.bytes(in).data() + i * sizeof(i), &i, sizeof(i));
    Parameters parameters = Parameters {}.add(in).add(memory.allocate("out", 3 * kNumbers * sizeof(std::int32_t)));
    if (read_bug(path + ".cu").text.find("int* scratch") == std::string::npos)
        parameters.add(kNumbers);
    else
        parameters.add(memory.allocate_uninitialized("scratch", kNumbers * sizeof(std::int32_t)));
    RunOptions options;
    options.checks = kAllChecks;
    options.scheduling = scheduling;
    return run(*program, memory, { { 3 }, { kNumbers } }, parameters.bytes(), options);
}

class PlantedBugs : public testing::TestWithParam<std::string> { };

TEST_P(PlantedBugs, IsFoundInItsLine)
{
    const PlantedBug bug = read_bug("planted/" + GetParam() + ".cu");
    ASSERT_TRUE(find_trap_kind(bug.kind).has_value()) << bug.kind;
    const Result<LaunchOutcome> outcome = run_checked("planted/" + GetParam(), {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_TRUE(outcome->trap.has_value());
    EXPECT_NE(outcome->trap->message.find(bug.sentence), std::string::npos) << outcome->trap->message;
    EXPECT_FALSE(tool_of(outcome->trap->kind).empty() && outcome->findings.empty());
    EXPECT_EQ(name_of(outcome->trap->kind), bug.kind) << outcome->trap->message;
    if (!bug.cause.empty()) {
        ASSERT_FALSE(outcome->findings.empty());
        EXPECT_EQ(outcome->findings.front().cause, bug.cause) << outcome->trap->message;
    }
    const std::optional<TrapParty>& second = outcome->trap->second;
    EXPECT_TRUE(outcome->trap->location.line == bug.line || (second && second->location.line == bug.line))
        << outcome->trap->message;
    RecordProperty("message", outcome->trap->message);
}

INSTANTIATE_TEST_SUITE_P(Simt, PlantedBugs, testing::ValuesIn(names_in("planted")), [](const auto& name) { return name.param; });

class WarnedKernels : public testing::TestWithParam<std::string> { };

TEST_P(WarnedKernels, GoOnWithAWarningForTheLine)
{
    const PlantedBug bug = read_bug("warned/" + GetParam() + ".cu");
    const Result<LaunchOutcome> outcome = run_checked("warned/" + GetParam(), {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->trap.has_value()) << outcome->trap->message;
    ASSERT_FALSE(outcome->findings.empty());
    for (const Finding& finding : outcome->findings)
        EXPECT_EQ(finding.severity, Severity::warning) << finding.trap.message;
    const Finding& first = outcome->findings.front();
    EXPECT_EQ(first.cause, "volatile access");
    EXPECT_NE(first.trap.message.find("Unordered volatile accesses"), std::string::npos) << first.trap.message;
    EXPECT_NE(first.trap.message.find(bug.sentence), std::string::npos) << first.trap.message;
    EXPECT_TRUE(first.trap.location.line == bug.line || first.trap.second->location.line == bug.line) << first.trap.message;
}

INSTANTIATE_TEST_SUITE_P(Simt, WarnedKernels, testing::ValuesIn(names_in("warned")), [](const auto& name) { return name.param; });

TEST(EqualValues, AreAFindingThatIsNoError)
{
    const Result<LaunchOutcome> outcome = run_checked("clean/same_value", {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_EQ(outcome->findings.size(), 2U); // of global and of shared memory
    for (const Finding& finding : outcome->findings) {
        EXPECT_EQ(finding.severity, Severity::info);
        EXPECT_EQ(finding.cause, "equal values");
        EXPECT_EQ(finding.hazard, "WAW");
    }
}

TEST(OrderOfBlocks, DependsOnTheSeedOfTheIndependentSchedule)
{
    const std::string path = "ordered/first_holder_without_fence";
    const Result<LaunchOutcome> usual = run_checked(path, {});
    ASSERT_TRUE(usual.ok()) << usual.error().message;
    EXPECT_FALSE(usual->trap.has_value()) << usual->trap->message;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Result<LaunchOutcome> outcome = run_checked(path, { Scheduling::Policy::independent, seed });
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
        ASSERT_TRUE(outcome->trap.has_value()) << "seed " << seed;
        EXPECT_EQ(outcome->trap->kind, TrapKind::race) << outcome->trap->message;
        EXPECT_EQ(outcome->trap->location.line, read_bug(path + ".cu").line) << outcome->trap->message;
    }
}

class CleanKernels : public testing::TestWithParam<std::string> { };

TEST_P(CleanKernels, HaveNoFinding)
{
    std::vector<Scheduling> schedules { {} };
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
        schedules.push_back({ Scheduling::Policy::independent, seed });
    for (const Scheduling& scheduling : schedules) {
        const Result<LaunchOutcome> outcome = run_checked("clean/" + GetParam(), scheduling);
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
        EXPECT_FALSE(outcome->trap.has_value()) << "seed " << scheduling.seed << ": " << outcome->trap->message;
        for (const Finding& finding : outcome->findings)
            EXPECT_EQ(finding.severity, Severity::info) << finding.trap.message;
    }
}

INSTANTIATE_TEST_SUITE_P(Simt, CleanKernels, testing::ValuesIn(names_in("clean")), [](const auto& name) { return name.param; });

} // namespace

} // namespace warpstage::simt
