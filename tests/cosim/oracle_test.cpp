// Compares the results in the tables, independent of where they were recorded, with plain C++.
#include "opcode_case.h"
#include "oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace warpstage::cosim {

namespace {

const OpcodeTable& table_of(const std::string& name)
{
    static std::map<std::string, OpcodeTable> tables;
    const auto found = tables.find(name);
    if (found != tables.end())
        return found->second;
    Result<OpcodeTable> table = read_table(name);
    EXPECT_TRUE(table.ok()) << table.error().message;
    return tables.emplace(name, std::move(table).value()).first->second;
}

void compare(std::span<const Oracle> oracles)
{
    for (const Oracle& oracle : oracles) {
        std::size_t lines = 0;
        for (const OpcodeCase* opcode_case : cases_of(table_of(oracle.table))) {
            if (opcode_case->code != oracle.code)
                continue;
            ++lines;
            const auto operand = [&](std::size_t index, std::size_t run) {
                return index < opcode_case->operands.size() ? opcode_case->operands[index][run] : 0;
            };
            std::vector<std::uint64_t> worked_out;
            for (std::size_t run = 0; run < opcode_case->runs; ++run) {
                const Result64 result = oracle.result(operand(0, run), operand(1, run), operand(2, run));
                worked_out.push_back(result.value_or(opcode_case->expected[run]));
            }
            const auto wrong = difference(*opcode_case, worked_out);
            EXPECT_FALSE(wrong.has_value()) << oracle.table << ".txt against C++, " << *wrong;
        }
        EXPECT_GT(lines, 0U) << oracle.table << ".txt has no line " << oracle.code;
    }
}

TEST(Oracles, AgreeOnIntegers)
{
    compare(integer_oracles());
}

TEST(Oracles, AgreeOnFloats)
{
    compare(float_oracles());
}

TEST(Oracles, AgreeOnConversions)
{
    compare(conversion_oracles());
}

} // namespace

} // namespace warpstage::cosim
