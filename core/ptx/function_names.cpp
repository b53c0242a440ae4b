// Registers and variables of the function being parsed.
#include "core/ptx/parser/function_parser.h"
#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace warpstage::ptx {

// Registers of a range are created when an instruction names them: nvcc numbers from 1 and leaves gaps, and an unused register
// would waste memory of the virtual machine.
std::optional<RegisterId> FunctionParser::find_register(std::string_view name)
{
    if (const auto range = m_names.find_range(name)) {
        const auto id = static_cast<RegisterId>(m_function.registers.size());
        m_function.registers.push_back({ std::string { name }, range->type });
        m_names.declare(range->scope, name, { Symbol::Kind::register_, id });
        return id;
    }
    const auto symbol = m_names.find(m_names.current(), name);
    if (!symbol || symbol->kind != Symbol::Kind::register_)
        return std::nullopt;
    return symbol->index;
}

std::optional<std::string> FunctionParser::find_symbol(std::string_view name) const
{
    const auto symbol = m_names.find(m_names.current(), name);
    if (!symbol)
        return std::nullopt;
    switch (symbol->kind) {
    case Symbol::Kind::variable:
        return m_function.variables[symbol->index].name;
    case Symbol::Kind::parameter:
    case Symbol::Kind::module_variable:
    case Symbol::Kind::function:
        return std::string { name };
    case Symbol::Kind::register_:
    case Symbol::Kind::label:
    case Symbol::Kind::branch_table:
    case Symbol::Kind::prototype:
        return std::nullopt;
    }
    VERIFY_NOT_REACHED();
}

bool FunctionParser::add_register(std::string_view name, Type type, std::uint32_t line)
{
    const Symbol symbol { Symbol::Kind::register_, static_cast<std::uint32_t>(m_function.registers.size()) };
    if (!m_names.declare(m_names.current(), name, symbol))
        return fail_twice(name, line);
    m_function.registers.push_back({ std::string { name }, type });
    return true;
}

// ".reg .b32 %r<41>;", ".reg .pred p, q;".
bool FunctionParser::parse_registers()
{
    const auto directive = m_tokens.expect(Token::Kind::directive, "a type after `.reg`");
    if (!directive)
        return false;
    const auto type = parse_type(directive->text.substr(1));
    if (!type)
        return m_tokens.fail(directive->line,
            fmt::format(
                "warpstage does not support registers of `{}` in {}; declare scalar registers", directive->text, description()));
    do {
        const auto name = m_tokens.expect(Token::Kind::word, "a register name");
        if (!name)
            return false;
        if (!m_tokens.accept('<')) {
            if (!add_register(name->text, *type, name->line))
                return false;
            continue;
        }
        const auto count = take_unsigned(m_tokens, "the number of registers", std::numeric_limits<std::uint32_t>::max());
        if (!count || !m_tokens.expect('>', "after the number of registers"))
            return false;
        if (!m_names.declare_range(name->text, *count, *type))
            return fail_twice(name->text, name->line);
    } while (m_tokens.accept(','));
    return m_tokens.expect(';', "after `.reg`");
}

bool FunctionParser::parse_variable(StateSpace space)
{
    auto declaration = take_declaration(m_tokens);
    return declaration && add_variable(space, std::move(*declaration)) && m_tokens.expect(';', "after a variable");
}

// The syntax tree identifies variables by name alone, so a name that another scope of the function already uses gets a numeric
// suffix.
bool FunctionParser::add_variable(StateSpace space, Declaration declaration)
{
    const Symbol symbol { Symbol::Kind::variable, static_cast<std::uint32_t>(m_function.variables.size()) };
    const bool hides = m_names.find(m_names.current(), declaration.name).has_value();
    if (!m_names.declare(m_names.current(), declaration.name, symbol))
        return fail_twice(declaration.name, declaration.line);
    std::string name { declaration.name };
    if (hides || !m_variable_names.insert(name).second)
        name += fmt::format("@{}", m_function.variables.size());
    m_function.variables.push_back({ std::move(name), space, declaration.alignment, declaration.size, false,
        std::move(declaration.initial), std::move(declaration.addresses) });
    return true;
}

} // namespace warpstage::ptx
