// Compares every line of the table of carry chains with plain C++ that uses integers of twice the width.
#include "core/base/text.h"
#include "opcode_case.h"

#include <gtest/gtest.h>

#include <map>

namespace warpstage::cosim {

namespace {

__extension__ using Wide = unsigned __int128;

class CarryChain {
public:
    CarryChain(unsigned bits, std::uint64_t a, std::uint64_t b, std::uint64_t c)
        : m_bits(bits)
        , m_mask((Wide { 1 } << bits) - 1)
        , m_values { { "%a", a }, { "%b", b }, { "%c", c } }
    {
    }

    // "madc.lo.cc.u32 %d, %a, %b, %c"
    void execute(const std::string& instruction)
    {
        const std::size_t space = instruction.find(' ');
        const std::string opcode = instruction.substr(0, space);
        std::vector<std::string> operands;
        for (const auto part : text::split(instruction.substr(space), ','))
            operands.emplace_back(text::trim(part));
        const auto value = [&](std::size_t index) {
            return Wide { m_values.at(operands.at(index)) };
        };
        const bool continues = opcode[3] == 'c';
        Wide sum = continues ? m_carry : 0;
        if (opcode.starts_with("add")) {
            sum += value(1) + value(2);
        } else if (opcode.starts_with("sub")) {
            sum += value(1) + (~value(2) & m_mask) + (continues ? 0 : 1);
        } else {
            const Wide product = value(1) * value(2);
            sum += (opcode.find(".hi") != std::string::npos ? product >> m_bits : product & m_mask) + value(3);
        }
        m_values[operands[0]] = static_cast<std::uint64_t>(sum & m_mask);
        if (opcode.find(".cc.") != std::string::npos)
            m_carry = sum >> m_bits;
    }
    [[nodiscard]] std::uint64_t result() const { return m_values.at("%d"); }

private:
    unsigned m_bits;
    Wide m_mask;
    Wide m_carry = 0;
    std::map<std::string, std::uint64_t> m_values;
};

TEST(CarryChains, HaveTheCarryOfTheSumWithTheComplement)
{
    const Result<OpcodeTable> table = read_table("carry_chains");
    ASSERT_TRUE(table.ok()) << table.error().message;
    const auto cases = cases_of(*table);
    EXPECT_EQ(cases.size(), 160U); // of 32 and 64 bits: 4 first and 4 last instructions, with 0 or 4 instructions between them
    for (const OpcodeCase* chain : cases) {
        std::vector<std::uint64_t> worked_out;
        for (std::size_t run = 0; run < chain->runs; ++run) {
            CarryChain machine(
                chain->result_type == "u32" ? 32 : 64, chain->operands[0][run], chain->operands[1][run], chain->operands[2][run]);
            const auto instructions = text::split(chain->code, ';');
            // After the declaration of %t, without the closing brace.
            for (std::size_t i = 1; i + 1 < instructions.size(); ++i)
                machine.execute(std::string { text::trim(instructions[i]) });
            worked_out.push_back(machine.result());
        }
        const auto wrong = difference(*chain, worked_out);
        EXPECT_FALSE(wrong.has_value()) << *wrong;
    }
}

} // namespace

} // namespace warpstage::cosim
