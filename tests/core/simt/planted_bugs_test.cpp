// Each kernel of tests/fixtures/simt/planted has one bug, in the line with the comment `// bug: KIND`; the checks must find it
// there. Parameters: 64 numbers, 192 zeros, and either the number 64 or 64 numbers without initial values.
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
};

PlantedBug read_bug(const std::string& name)
{
    PlantedBug bug;
    std::ifstream file(fixture_folder() / "planted" / (name + ".cu"));
    std::uint32_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        bug.text += line + "\n";
        constexpr std::string_view kMark = "// bug: ";
        if (const std::size_t at = line.find(kMark); at != std::string::npos) {
            bug.line = number;
            bug.kind = line.substr(at + kMark.size());
        }
    }
    return bug;
}

std::vector<std::string> bug_names()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(fixture_folder() / "planted")) {
        if (entry.path().extension() == ".cu")
            names.push_back(entry.path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

class PlantedBugs : public testing::TestWithParam<std::string> { };

TEST_P(PlantedBugs, IsFoundInItsLine)
{
    const PlantedBug bug = read_bug(GetParam());
    ASSERT_TRUE(find_trap_kind(bug.kind).has_value()) << bug.kind;
    const ptx::Module module = parse_fixture("planted/" + GetParam() + ".ptx");
    const Result<Program> program = Program::lower(module, *module.find("planted"));
    ASSERT_TRUE(program.ok()) << program.error().message;
    DeviceMemory memory;
    const DeviceAddress in = memory.allocate("in", kNumbers * sizeof(std::int32_t));
    for (std::uint32_t i = 0; i < kNumbers; ++i)
        std::memcpy(memory.bytes(in).data() + i * sizeof(i), &i, sizeof(i));
    Parameters parameters = Parameters {}.add(in).add(memory.allocate("out", 3 * kNumbers * sizeof(std::int32_t)));
    if (bug.text.find("int* scratch") == std::string::npos)
        parameters.add(kNumbers);
    else
        parameters.add(memory.allocate_uninitialized("scratch", kNumbers * sizeof(std::int32_t)));
    RunOptions options;
    options.checks = kAllChecks;
    const Result<LaunchOutcome> outcome = run(*program, memory, { { 3 }, { kNumbers } }, parameters.bytes(), options);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_TRUE(outcome->trap.has_value());
    EXPECT_EQ(name_of(outcome->trap->kind), bug.kind) << outcome->trap->message;
    const std::optional<TrapParty>& second = outcome->trap->second;
    EXPECT_TRUE(outcome->trap->location.line == bug.line || (second && second->location.line == bug.line))
        << outcome->trap->message;
    RecordProperty("message", outcome->trap->message);
}

INSTANTIATE_TEST_SUITE_P(Simt, PlantedBugs, testing::ValuesIn(bug_names()), [](const auto& name) { return name.param; });

} // namespace

} // namespace warpstage::simt
