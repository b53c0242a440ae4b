// Every case of tests/fixtures/simt, with every build of the operators that this processor supports.
#include "core/simt/instruction_set.h"
#include "core/simt/program.h"
#include "fixture.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <tuple>

namespace warpstage::simt {

namespace {

using FixtureCase = std::tuple<std::string, InstructionSet>;

class FixtureTest : public testing::TestWithParam<FixtureCase> { };

std::string name_of_kind(TrapKind kind)
{
    std::string name { name_of(kind) };
    for (char& letter : name) {
        if (letter == ' ')
            letter = '_';
    }
    return name;
}

std::string hexadecimal(const std::byte* bytes, std::size_t size)
{
    std::string text;
    for (std::size_t i = size; i-- > 0;) {
        constexpr char kDigits[] = "0123456789abcdef";
        text += kDigits[std::to_integer<unsigned>(bytes[i]) >> 4U];
        text += kDigits[std::to_integer<unsigned>(bytes[i]) & 15U];
    }
    return text;
}

TEST_P(FixtureTest, HasTheExpectedResults)
{
    Fixture fixture;
    read_fixture(std::get<0>(GetParam()), fixture);
    const ptx::Function* kernel = fixture.module.find(fixture.kernel);
    ASSERT_NE(kernel, nullptr);
    const Result<Program> program = Program::lower(fixture.module, *kernel, std::get<1>(GetParam()));
    ASSERT_TRUE(program.ok()) << program.error().message;
    RunOptions options;
    options.instruction_budget = fixture.budget;
    options.checks = fixture.checks;
    options.scheduling = fixture.scheduling;
    const Result<LaunchOutcome> outcome = run(*program, fixture.memory, fixture.shape, fixture.parameters.bytes(), options);
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;

    if (!fixture.trap_kind.empty()) {
        ASSERT_TRUE(outcome->trap.has_value());
        EXPECT_EQ(name_of_kind(outcome->trap->kind), fixture.trap_kind);
        EXPECT_EQ(outcome->trap->message, fixture.trap_sentence);
        return;
    }
    ASSERT_FALSE(outcome->trap.has_value()) << outcome->trap->message;
    ASSERT_FALSE(fixture.expected.empty());
    std::map<std::string, std::size_t> compared; // bytes of each buffer
    for (const Fixture::Expected& line : fixture.expected) {
        const std::size_t size = size_of_type(line.type);
        const auto content = fixture.memory.bytes(fixture.buffers.at(line.buffer));
        std::size_t& at = compared[line.buffer];
        for (const std::string& value : line.values) {
            ASSERT_LE(at + size, content.size());
            EXPECT_EQ(hexadecimal(content.data() + at, size), hexadecimal(bytes_of(line.type, value).data(), size))
                << line.buffer << "[" << at / size << "]";
            at += size;
        }
    }
    for (const auto& [buffer, bytes] : compared)
        EXPECT_EQ(bytes, fixture.memory.bytes(fixture.buffers.at(buffer)).size()) << buffer << " is compared in part only";
}

std::string name_of_case(const testing::TestParamInfo<FixtureCase>& info)
{
    std::string name = std::get<0>(info.param) + "_" + name_of(std::get<1>(info.param));
    for (char& letter : name) {
        if (letter == '-' || letter == '/')
            letter = '_';
    }
    return name;
}

INSTANTIATE_TEST_SUITE_P(Simt, FixtureTest,
    testing::Combine(testing::ValuesIn(fixture_names()), testing::ValuesIn(available_instruction_sets())), name_of_case);

} // namespace

} // namespace warpstage::simt
