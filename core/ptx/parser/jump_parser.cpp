#include "core/ptx/parser/jump_parser.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <variant>

namespace warpstage::ptx {

namespace {

// Total number of targets of all brx of a function. A compiler writes one table per brx; the limit keeps a text in which many brx
// name one long table from growing to the square of its size.
constexpr std::size_t kMaxTableLabels = 1U << 20U;

} // namespace

JumpParser::JumpParser(TokenStream& tokens, const NameTable& names, OperandScope& scope, std::vector<Instruction>& instructions)
    : m_tokens(tokens)
    , m_names(names)
    , m_scope(scope)
    , m_instructions(instructions)
{
}

bool JumpParser::take_label(Instruction& instruction)
{
    const auto label = m_tokens.expect(Token::Kind::word, "a label after `bra`");
    if (!label)
        return false;
    m_labels.push_back({ static_cast<std::uint32_t>(m_instructions.size()),
        static_cast<std::uint32_t>(instruction.operands.size()), label->text, label->line, m_names.current() });
    instruction.operands.emplace_back(LabelOperand { std::string { label->text }, 0 });
    return true;
}

bool JumpParser::take_table_use(Instruction& instruction)
{
    OperandParser operands { m_tokens, m_scope, Type::b32 };
    auto index = operands.take();
    if (!index || !m_tokens.expect(',', "after the index of `brx.idx`"))
        return false;
    instruction.operands.push_back(std::move(*index));
    const auto table = m_tokens.expect(Token::Kind::word, "the name of a branch target table");
    if (!table)
        return false;
    m_table_uses.push_back({ static_cast<std::uint32_t>(m_instructions.size()), table->text, table->line, m_names.current() });
    return true;
}

bool JumpParser::take_targets()
{
    auto& table = m_tables.emplace_back();
    do {
        const auto target = m_tokens.expect(Token::Kind::word, "a label after `.branchtargets`");
        if (!target)
            return false;
        table.push_back({ 0, 0, target->text, target->line, m_names.current() });
    } while (m_tokens.accept(','));
    return m_tokens.expect(';', "after `.branchtargets`");
}

std::optional<std::uint32_t> JumpParser::resolved(const LabelUse& use)
{
    const auto symbol = m_names.find(use.scope, use.name);
    if (symbol && symbol->kind == Symbol::Kind::label)
        return symbol->index;
    m_tokens.fail(use.line, fmt::format("the label `{}` does not exist in {}", use.name, m_scope.description()));
    return std::nullopt;
}

bool JumpParser::resolve()
{
    for (const LabelUse& use : m_labels) {
        const auto target = resolved(use);
        if (!target)
            return false;
        std::get<LabelOperand>(m_instructions[use.instruction].operands[use.operand]).target = *target;
    }
    return resolve_tables();
}

bool JumpParser::resolve_tables()
{
    std::size_t labels = 0;
    for (const TableUse& use : m_table_uses) {
        const auto symbol = m_names.find(use.scope, use.name);
        if (!symbol || symbol->kind != Symbol::Kind::branch_table)
            return m_tokens.fail(use.line, fmt::format("`{}` in {} is not a `.branchtargets`", use.name, m_scope.description()));
        const auto& table = m_tables[symbol->index];
        labels += table.size();
        if (labels > kMaxTableLabels)
            return m_tokens.fail(use.line,
                fmt::format(
                    "the indirect branches of {} have more than {} targets in total", m_scope.description(), kMaxTableLabels));
        for (const LabelUse& label : table) {
            const auto target = resolved(label);
            if (!target)
                return false;
            m_instructions[use.instruction].operands.emplace_back(LabelOperand { std::string { label.name }, *target });
        }
    }
    return true;
}

} // namespace warpstage::ptx
