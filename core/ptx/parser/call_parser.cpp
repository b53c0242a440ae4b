// Calls and jumps through tables, with the labelled directives that belong to them (PTX ISA, sections 9.7.12 and 11.3).
#include "core/ptx/parser/function_parser.h"
#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <utility>
#include <variant>

namespace warpstage::ptx {

namespace {

// All labels of all brx of a function. A compiler writes one table for one brx; the limit keeps a text in which many of them name
// one long table from taking the square of its size.
constexpr std::size_t kMaxTableLabels = 1U << 20U;

} // namespace

// "(param0, 4, %r1)": the part behind the parenthesis. Empty parentheses are allowed.
bool FunctionParser::parse_call_list(Instruction& instruction)
{
    VectorOperand list;
    if (!m_tokens.accept(')')) {
        OperandParser operands { m_tokens, *this, Type::b32 };
        do {
            auto operand = operands.take();
            if (!operand)
                return false;
            const std::uint32_t line = m_tokens.peek().line;
            const bool scalar = std::visit(
                [&list](auto&& taken) {
                    if constexpr (std::is_constructible_v<ScalarOperand, decltype(taken)>) {
                        list.elements.emplace_back(std::forward<decltype(taken)>(taken));
                        return true;
                    } else {
                        return false;
                    }
                },
                std::move(*operand));
            if (!scalar)
                return m_tokens.fail(line, "what a call passes is a variable, a register or a number");
        } while (m_tokens.accept(','));
        if (!m_tokens.expect(')', "after what a call passes"))
            return false;
    }
    instruction.operands.emplace_back(std::move(list));
    return true;
}

bool FunctionParser::parse_call_target(Instruction& instruction)
{
    const auto name = m_tokens.expect(Token::Kind::word, "the name of a function or a register after `call`");
    if (!name)
        return false;
    if (const auto id = find_register(name->text)) {
        instruction.operands.emplace_back(RegisterOperand { *id, false });
        return true;
    }
    const auto symbol = m_names.find(m_names.current(), name->text);
    if (!symbol || symbol->kind != Symbol::Kind::function)
        return m_tokens.fail(
            name->line, fmt::format("the function {} that {} calls is not declared", described(*name), description()));
    instruction.operands.emplace_back(SymbolOperand { std::string { name->text }, 0 });
    return true;
}

bool FunctionParser::parse_call_prototype_name(Instruction& instruction)
{
    const auto name = m_tokens.expect(Token::Kind::word, "the name of a prototype at the end of a call");
    if (!name)
        return false;
    const auto symbol = m_names.find(m_names.current(), name->text);
    if (!symbol || symbol->kind != Symbol::Kind::prototype)
        return m_tokens.fail(name->line, fmt::format("{} in {} is no `.callprototype`", described(*name), description()));
    instruction.operands.emplace_back(SymbolOperand { std::string { name->text }, 0 });
    return true;
}

// "call (retval0), %rd1, (param0, param1), prototype_0": all but the function itself may be left out.
bool FunctionParser::parse_call(Instruction& instruction)
{
    if (m_tokens.accept('(')) {
        if (!parse_call_list(instruction) || !m_tokens.expect(',', "after what a call gives back"))
            return false;
    } else {
        instruction.operands.emplace_back(VectorOperand {});
    }
    if (!parse_call_target(instruction))
        return false;
    const std::uint32_t line = m_tokens.peek().line;
    bool more = m_tokens.accept(',');
    if (more && m_tokens.accept('(')) {
        if (!parse_call_list(instruction))
            return false;
        more = m_tokens.accept(',');
    } else {
        instruction.operands.emplace_back(VectorOperand {});
    }
    if (more)
        return parse_call_prototype_name(instruction);
    if (std::holds_alternative<RegisterOperand>(instruction.operands[1]))
        return m_tokens.fail(line,
            fmt::format("a call through a register in {} names no prototype; add one with `.callprototype`", description()));
    return true;
}

bool FunctionParser::parse_branch_table_use(Instruction& instruction)
{
    OperandParser operands { m_tokens, *this, Type::b32 };
    auto index = operands.take();
    if (!index || !m_tokens.expect(',', "after the index of a jump"))
        return false;
    instruction.operands.push_back(std::move(*index));
    const auto table = m_tokens.expect(Token::Kind::word, "the name of a table of labels");
    if (!table)
        return false;
    m_table_uses.push_back(
        { static_cast<std::uint32_t>(m_function.instructions.size()), table->text, table->line, m_names.current() });
    return true;
}

bool FunctionParser::parse_labelled_directive(const Token& label)
{
    const Token directive = m_tokens.take();
    if (directive.text == ".branchtargets")
        return parse_branch_targets(label);
    const Symbol symbol { Symbol::Kind::prototype, 0 };
    if (!m_names.declare(m_names.current(), label.text, symbol))
        return fail_twice(label.text, label.line);
    return directive.text == ".calltargets" ? parse_call_targets(label) : parse_call_prototype(label);
}

bool FunctionParser::parse_branch_targets(const Token& label)
{
    const Symbol symbol { Symbol::Kind::branch_table, static_cast<std::uint32_t>(m_branch_tables.size()) };
    if (!m_names.declare(m_names.current(), label.text, symbol))
        return fail_twice(label.text, label.line);
    BranchTable& table = m_branch_tables.emplace_back();
    do {
        const auto target = m_tokens.expect(Token::Kind::word, "a label after `.branchtargets`");
        if (!target)
            return false;
        table.labels.push_back({ 0, 0, target->text, target->line, m_names.current() });
    } while (m_tokens.accept(','));
    return m_tokens.expect(';', "after `.branchtargets`");
}

// Which functions a call may reach is a hint for the optimizer.
bool FunctionParser::parse_call_targets(const Token& /*label*/)
{
    do {
        if (!m_tokens.expect(Token::Kind::word, "a function after `.calltargets`"))
            return false;
    } while (m_tokens.accept(','));
    return m_tokens.expect(';', "after `.calltargets`");
}

// "(.param .b32 _, .param .align 8 .b8 _[16])": the part behind the parenthesis.
bool FunctionParser::parse_prototype_list()
{
    if (m_tokens.accept(')'))
        return true;
    do {
        if (!m_tokens.accept_directive(".param") && !m_tokens.accept_directive(".reg"))
            return m_tokens.fail_expected("`.param` in a prototype");
        if (!take_declaration(m_tokens))
            return false;
    } while (m_tokens.accept(','));
    return m_tokens.expect(')', "after the parameters of a prototype");
}

// ".callprototype (.param .b32 _) _ (.param .b64 _) .noreturn;": the sizes that count are those of the function that is called.
bool FunctionParser::parse_call_prototype(const Token& /*label*/)
{
    if (m_tokens.accept('(') && !parse_prototype_list())
        return false;
    if (!m_tokens.expect(Token::Kind::word, "`_` in a prototype"))
        return false;
    if (m_tokens.accept('(') && !parse_prototype_list())
        return false;
    while (m_tokens.peek().kind == Token::Kind::directive) {
        const Token directive = m_tokens.take();
        const bool number = directive.text == ".abi_preserve" || directive.text == ".abi_preserve_control";
        if (!number && directive.text != ".noreturn")
            return m_tokens.fail(directive.line,
                fmt::format("warpstage does not know the directive `{}` of a prototype in {}", directive.text, description()));
        if (number && !take_unsigned(m_tokens, "a number", std::numeric_limits<std::uint32_t>::max()))
            return false;
    }
    return m_tokens.expect(';', "after a prototype");
}

bool FunctionParser::resolve_branch_tables()
{
    std::size_t labels = 0;
    for (const TableUse& use : m_table_uses) {
        const auto symbol = m_names.find(use.scope, use.name);
        if (!symbol || symbol->kind != Symbol::Kind::branch_table)
            return m_tokens.fail(use.line, fmt::format("`{}` in {} is no `.branchtargets`", use.name, description()));
        const BranchTable& table = m_branch_tables[symbol->index];
        labels += table.labels.size();
        if (labels > kMaxTableLabels)
            return m_tokens.fail(
                use.line, fmt::format("the jumps of {} have more than {} targets together", description(), kMaxTableLabels));
        for (const LabelUse& label : table.labels) {
            const auto target = resolved(label);
            if (!target)
                return false;
            m_function.instructions[use.instruction].operands.emplace_back(LabelOperand { std::string { label.name }, *target });
        }
    }
    return true;
}

} // namespace warpstage::ptx
