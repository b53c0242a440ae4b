// One instruction of the function being parsed.
#include "core/ptx/parser/call_parser.h"
#include "core/ptx/parser/function_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpstage::ptx {

namespace {

// Operands of an unknown instruction may have any form: they are skipped up to the semicolon.
bool skip_operands(TokenStream& tokens)
{
    while (!tokens.peek().is(';')) {
        const Token token = tokens.take();
        if (token.kind == Token::Kind::end || token.is('@') || token.kind == Token::Kind::directive)
            return tokens.fail(token.line, fmt::format("expected `;` after an instruction, found {}", described(token)));
    }
    return true;
}

// ptxas accepts most modifiers in any order, and CUTLASS and others write them differently from the PTX ISA. The words before
// which other words of the ISA's syntax stand, in its order; all others stay in front, as written.
constexpr std::array<std::string_view, 26> kOrdered { "and", "or", "xor", "rn", "rna", "rz", "rm", "rp", "rs", "rni", "rzi",
    "rmi", "rpi", "approx", "full", "ftz", "NaN", "xorsign", "abs", "sat", "satfinite", "relu", "s16x2", "u16x2", "e4m3x2",
    "e5m2x2" };

std::size_t rank_of(std::string_view modifier)
{
    const auto found = std::ranges::find(kOrdered, modifier);
    return found == kOrdered.end() ? 0 : static_cast<std::size_t>(found - kOrdered.begin()) + 1;
}

void put_in_order(std::vector<std::string>& modifiers)
{
    if (!std::ranges::is_sorted(modifiers, {}, rank_of))
        std::ranges::stable_sort(modifiers, {}, rank_of);
}

} // namespace

void FunctionParser::parse_opcode_word(const Token& word, Instruction& instruction)
{
    std::string_view rest = word.text;
    const auto next_part = [&rest] {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        rest = dot == std::string_view::npos ? std::string_view {} : rest.substr(dot + 1);
        return part;
    };
    instruction.opcode = parse_opcode(next_part()).value_or(Opcode::unknown);
    while (!rest.empty()) {
        const std::string_view part = next_part();
        if (const auto type = parse_type(part))
            instruction.types.push_back(*type);
        else
            instruction.modifiers.emplace_back(part);
    }
    put_in_order(instruction.modifiers);
}

bool FunctionParser::parse_operands(Instruction& instruction)
{
    if (instruction.opcode == Opcode::unknown)
        return skip_operands(m_tokens);
    if (instruction.opcode == Opcode::bra)
        return m_jumps.take_label(instruction);
    if (instruction.opcode == Opcode::call)
        return CallParser { m_tokens, m_names, *this }.take_call(instruction);
    if (instruction.opcode == Opcode::brx)
        return m_jumps.take_table_use(instruction);
    OperandParser operands { m_tokens, *this, instruction.types.empty() ? Type::b32 : instruction.types.back() };
    if (instruction.opcode == Opcode::tex || instruction.opcode == Opcode::tld4)
        return operands.take_texture(instruction.operands);
    if (instruction.opcode == Opcode::suld || instruction.opcode == Opcode::sust || instruction.has_modifier("tensor"))
        return operands.take_with_coordinates(instruction.operands);
    if (m_tokens.peek().is(';'))
        return true;
    const bool selects = family_of(instruction.opcode) == OpcodeFamily::video;
    do {
        auto operand = selects ? operands.take_selected(instruction.selectors.emplace_back()) : operands.take();
        if (!operand)
            return false;
        instruction.operands.push_back(std::move(*operand));
    } while (m_tokens.accept(','));
    return true;
}

bool FunctionParser::parse_instruction(const Token& word, const std::optional<Guard>& guard)
{
    Instruction instruction;
    instruction.guard = guard;
    instruction.location = m_lines.current();
    instruction.text_line = word.line;
    parse_opcode_word(word, instruction);
    if (!parse_operands(instruction))
        return false;
    // Both tokens are views into the same text, so the text between them is the instruction as written.
    const Token end = m_tokens.peek();
    if (!m_tokens.expect(';', "after an instruction"))
        return false;
    const auto length = static_cast<std::size_t>(end.text.data() - word.text.data());
    instruction.text = collapsed({ word.text.data(), length });
    m_function.instructions.push_back(std::move(instruction));
    m_lines.count_instruction();
    return true;
}

} // namespace warpstage::ptx
