// Every line of the opcode tables on every build of the virtual machine, with converged and with diverged warps.
// WARPSTAGE_RECORD=FOLDER records the tables with the results of the virtual machine.
#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "core/simt/program.h"
#include "opcode_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace warpstage::cosim {

namespace {

class OpcodeTables : public testing::TestWithParam<std::string> { };

struct VirtualMachine {
    const ptx::Module& module;
    simt::InstructionSet set;

    Result<std::vector<std::uint64_t>> run(const OpcodeCase& opcode_case, const std::string& kernel) const
    {
        const ptx::Function* function = module.find(kernel);
        VERIFY(function != nullptr);
        const Result<simt::Program> program = simt::Program::lower(module, *function, set);
        if (!program)
            return program.error();
        simt::DeviceMemory memory;
        std::vector<std::byte> parameters(4 * sizeof(std::uint64_t) + sizeof(std::uint32_t));
        for (std::size_t i = 0; i < opcode_case.operands.size(); ++i) {
            const std::vector<std::byte> content = buffer_of(opcode_case.operand_types[i], opcode_case.operands[i]);
            const simt::DeviceAddress address = memory.allocate(std::string { "abc"[i] }, content.size());
            std::copy(content.begin(), content.end(), memory.bytes(address).begin());
            std::memcpy(parameters.data() + i * sizeof(address), &address, sizeof(address));
        }
        const simt::DeviceAddress result = memory.allocate("result", opcode_case.runs * bytes_of(opcode_case.result_type));
        std::memcpy(parameters.data() + 3 * sizeof(result), &result, sizeof(result));
        const auto runs = static_cast<std::uint32_t>(opcode_case.runs);
        std::memcpy(parameters.data() + 4 * sizeof(result), &runs, sizeof(runs));
        const simt::LaunchShape shape { { (runs + kThreadsPerBlock - 1) / kThreadsPerBlock, 1, 1 }, { kThreadsPerBlock, 1, 1 } };
        const Result<simt::LaunchOutcome> outcome = simt::run(*program, memory, shape, parameters);
        if (!outcome)
            return outcome.error();
        if (outcome->trap)
            return Error { outcome->trap->message };
        return values_of(opcode_case.result_type, memory.bytes(result));
    }
};

// These instructions cannot be executed by half a warp (PTX ISA, ".aligned" of mma and movmatrix).
bool wants_whole_warp(const OpcodeCase& opcode_case)
{
    return opcode_case.code.find(".aligned") != std::string::npos;
}

TEST_P(OpcodeTables, AgreeWithTheTable)
{
    const Result<OpcodeTable> table = read_table(GetParam());
    ASSERT_TRUE(table.ok()) << table.error().message;
    const std::vector<const OpcodeCase*> cases = cases_of(*table);
    ASSERT_FALSE(cases.empty());
    std::vector<std::vector<std::uint64_t>> recorded;
    for (const Flow flow : { Flow::together, Flow::diverged }) {
        const Result<ptx::Module> module = ptx::parse(module_text(*table, flow), GetParam());
        ASSERT_TRUE(module.ok()) << module.error().message;
        for (const simt::InstructionSet set : simt::available_instruction_sets()) {
            const VirtualMachine machine { *module, set };
            for (std::size_t i = 0; i < cases.size(); ++i) {
                const auto results = machine.run(*cases[i], kernel_name(i));
                if (flow == Flow::diverged && wants_whole_warp(*cases[i])) {
                    ASSERT_FALSE(results.ok()) << GetParam() << ".txt, line " << cases[i]->line;
                    EXPECT_EQ(results.error().message.rfind("A part of a warp executes `", 0), 0U) << results.error().message;
                    continue;
                }
                if (!results) {
                    ADD_FAILURE() << GetParam() << ".txt, line " << cases[i]->line << ": " << results.error().message;
                    recorded.emplace_back();
                    continue;
                }
                recorded.push_back(*results);
                if (const auto wrong = difference(*cases[i], *results); wrong && !record_folder())
                    ADD_FAILURE() << GetParam() << ".txt, " << simt::name_of(set)
                                  << (flow == Flow::diverged ? ", diverged, " : ", ") << *wrong;
            }
        }
    }
    if (const auto folder = record_folder())
        record(*folder, *table, std::span(recorded).first(cases.size()));
}

INSTANTIATE_TEST_SUITE_P(
    Opcodes, OpcodeTables, testing::ValuesIn(table_names()), [](const auto& tested) { return tested.param; });

} // namespace

} // namespace warpstage::cosim
