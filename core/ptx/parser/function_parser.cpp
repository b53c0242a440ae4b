#include "core/ptx/parser/function_parser.h"

#include "core/ptx/demangle.h"
#include "core/ptx/parser/call_parser.h"
#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace warpstage::ptx {

namespace {

// CUDA programming guide, "Function Parameters": at most 32764 bytes since CUDA 12.1.
constexpr std::uint64_t kMaxParameterBytes = 32764;

// nvcc nests two levels (a call sequence within a body); the limit keeps damaged text from exhausting the memory.
constexpr std::size_t kMaxScopeDepth = 64;

// Directives between the parameters and the body. The virtual machine needs those that limit the size of a block or a cluster.
constexpr std::array<std::string_view, 9> kDirectivesWithNumbers = { ".maxntid", ".reqntid", ".minnctapersm", ".maxnctapersm",
    ".maxnreg", ".reqnctapercluster", ".maxclusterrank", ".abi_preserve", ".abi_preserve_control" };
constexpr std::array<std::string_view, 3> kDirectivesAlone = { ".noreturn", ".explicitcluster", ".blocksareclusters" };

bool contains(const auto& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

// The next parameter of a list that already has `bytes` bytes; empty if it does not fit.
std::optional<Parameter> place_behind(const Declaration& declaration, std::uint32_t& bytes)
{
    const std::uint32_t offset = rounded_up(bytes, declaration.alignment);
    if (offset > kMaxParameterBytes || declaration.size > kMaxParameterBytes - offset)
        return std::nullopt;
    const auto size = static_cast<std::uint32_t>(declaration.size);
    bytes = offset + size;
    return Parameter { std::string { declaration.name }, declaration.type, declaration.alignment, size, offset };
}

// ".attribute(.unified(0, 0))": no effect on the virtual machine.
bool skip_attribute(TokenStream& tokens)
{
    if (!tokens.expect('(', "after `.attribute`"))
        return false;
    for (std::size_t depth = 1; depth > 0;) {
        const Token token = tokens.take();
        if (token.kind == Token::Kind::end)
            return tokens.fail_expected("`)` after `.attribute`");
        if (token.is('('))
            ++depth;
        else if (token.is(')'))
            --depth;
    }
    return true;
}

std::optional<SourcePlace> take_place(TokenStream& tokens)
{
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
    const auto file = take_unsigned(tokens, "a file index", kMaxFileNumber);
    const auto line = file ? take_unsigned(tokens, "a line number of the CUDA source", kMax) : std::nullopt;
    const auto column = line ? take_unsigned(tokens, "a column number of the CUDA source", kMax) : std::nullopt;
    if (!column)
        return std::nullopt;
    return SourcePlace { static_cast<std::uint32_t>(*file), static_cast<std::uint32_t>(*line),
        static_cast<std::uint32_t>(*column) };
}

} // namespace

// ".loc 1 22 5, function_name $L__info_string0, inlined_at 1 32 5" (PTX ISA, section 11.5).
std::optional<LocDirective> take_loc(TokenStream& tokens)
{
    LocDirective directive;
    const auto place = take_place(tokens);
    if (!place)
        return std::nullopt;
    directive.place = *place;
    while (tokens.accept(',')) {
        const auto attribute = tokens.expect(Token::Kind::word, "`function_name` or `inlined_at`");
        if (!attribute)
            return std::nullopt;
        if (attribute->text == "inlined_at") {
            directive.call_site = take_place(tokens);
            if (!directive.call_site)
                return std::nullopt;
        } else if (attribute->text == "function_name") {
            if (!tokens.expect(Token::Kind::word, "a label after `function_name`"))
                return std::nullopt;
            if (tokens.peek().is('+') && !take_offset(tokens))
                return std::nullopt;
        } else {
            tokens.fail(attribute->line, fmt::format("`.loc` has no attribute {}", described(*attribute)));
            return std::nullopt;
        }
    }
    return directive;
}

FunctionParser::FunctionParser(TokenStream& tokens, NameTable& names)
    : m_tokens(tokens)
    , m_names(names)
    , m_jumps(tokens, names, *this, m_function.instructions)
{
}

bool FunctionParser::parse(std::string_view directive)
{
    m_names.open_scope();
    const bool parsed = parse_header(directive) && (m_prototype || (parse_body() && m_jumps.resolve()));
    m_names.forget_function_scopes();
    return parsed;
}

std::string FunctionParser::description() const
{
    if (m_function.display_name.empty()) // the return parameters precede the function's name
        return "a function";
    return fmt::format("{} `{}`", m_function.entry ? "kernel" : "function", m_function.display_name);
}

bool FunctionParser::fail_twice(std::string_view name, std::uint32_t line)
{
    return m_tokens.fail(line, fmt::format("`{}` is declared twice in {}", name, description()));
}

bool FunctionParser::parse_header(std::string_view directive)
{
    m_function.entry = directive == ".entry";
    if (m_tokens.accept_directive(".attribute") && !skip_attribute(m_tokens))
        return false;
    if (!m_function.entry && m_tokens.accept('(') && !parse_list(List::returns))
        return false;
    const auto name = m_tokens.expect(Token::Kind::word, "a function name");
    if (!name)
        return false;
    m_name = *name;
    m_function.name = name->text;
    m_function.display_name = display_name(m_function.name);
    m_names.declare(NameTable::kModuleScope, m_name.text, { Symbol::Kind::function, 0 });
    if (m_tokens.accept('(') && !parse_list(List::parameters))
        return false;
    return parse_performance_directives();
}

// ".func (.param .b32 func_retval0) name (...)": a return parameter is a variable of the function.
bool FunctionParser::parse_list(List list)
{
    const bool returns = list == List::returns;
    if (m_tokens.accept(')'))
        return true;
    do {
        const bool in_register = m_tokens.accept_directive(".reg");
        if (!in_register && !m_tokens.accept_directive(".param"))
            return m_tokens.fail_expected(
                returns ? "`.param` in the list of return parameters" : "`.param` in the list of parameters");
        const auto declaration = take_declaration(m_tokens);
        if (!declaration)
            return false;
        m_function.register_parameters = m_function.register_parameters || in_register;
        const bool added = in_register ? add_register(declaration->name, declaration->type, declaration->line)
                                       : add_parameter(list, *declaration);
        if (!added)
            return false;
    } while (m_tokens.accept(','));
    return m_tokens.expect(')', returns ? "after the return parameters" : "after the parameters");
}

// Parameters are stored in sequence, each at a multiple of its alignment (CUDA driver API, cuLaunchKernel).
bool FunctionParser::add_parameter(List list, const Declaration& declaration)
{
    const bool returns = list == List::returns;
    auto& parameters = returns ? m_function.returns : m_function.parameters;
    const Symbol symbol { Symbol::Kind::parameter, static_cast<std::uint32_t>(parameters.size()) };
    const auto parameter = place_behind(declaration, returns ? m_return_bytes : m_function.parameter_bytes);
    if (!parameter) {
        const auto what = returns ? fmt::format("the return parameters of {} have", description())
                                  : fmt::format("the parameters of {} have", description());
        return m_tokens.fail(
            declaration.line, fmt::format("{} more than the {} bytes that CUDA allows", what, kMaxParameterBytes));
    }
    if (!m_names.declare(m_names.current(), declaration.name, symbol))
        return fail_twice(declaration.name, declaration.line);
    parameters.push_back(*parameter);
    return true;
}

bool FunctionParser::parse_performance_directives()
{
    constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
    while (m_tokens.peek().kind == Token::Kind::directive) {
        const Token directive = m_tokens.take();
        if (directive.text == ".pragma") {
            if (!m_tokens.expect(Token::Kind::string, "a string after `.pragma`") || !m_tokens.expect(';', "after `.pragma`"))
                return false;
        } else if (contains(kDirectivesWithNumbers, directive.text)) {
            std::vector<std::uint32_t> numbers;
            do {
                const auto number = take_unsigned(m_tokens, "a number", kMax);
                if (!number)
                    return false;
                numbers.push_back(static_cast<std::uint32_t>(*number));
            } while (m_tokens.accept(','));
            numbers.resize(std::max<std::size_t>(numbers.size(), 3), 1);
            if (directive.text == ".reqnctapercluster")
                m_function.cluster = Dim3 { numbers[0], numbers[1], numbers[2] };
            if (directive.text == ".reqntid")
                m_function.block = Dim3 { numbers[0], numbers[1], numbers[2] };
            if (directive.text == ".maxntid")
                m_function.max_block_threads = Dim3 { numbers[0], numbers[1], numbers[2] }.count();
        } else if (!contains(kDirectivesAlone, directive.text)) {
            return m_tokens.fail(directive.line,
                fmt::format("warpstage does not support the directive `{}` of {}; compile the kernel without it", directive.text,
                    description()));
        }
    }
    m_prototype = m_tokens.accept(';');
    return m_prototype || m_tokens.expect('{', "before the body of a function");
}

bool FunctionParser::parse_body()
{
    const std::size_t outside = m_names.depth();
    m_names.open_scope();
    while (m_names.depth() > outside) {
        if (m_tokens.peek().kind == Token::Kind::end)
            return m_tokens.fail(m_tokens.peek().line,
                fmt::format("the text ends inside {}; it is truncated, so generate it again", description()));
        if (!parse_statement())
            return false;
    }
    m_function.location = m_lines.first();
    return true;
}

bool FunctionParser::parse_statement()
{
    const Token& next = m_tokens.peek();
    if (next.is('{')) {
        if (m_names.depth() >= kMaxScopeDepth)
            return m_tokens.fail(
                next.line, fmt::format("the blocks of {} are nested more than {} levels deep", description(), kMaxScopeDepth));
        m_names.open_scope();
        return m_tokens.accept('{');
    }
    if (next.is('}')) {
        m_names.close_scope();
        return m_tokens.accept('}');
    }
    if (next.is(';'))
        return m_tokens.accept(';');
    if (next.kind == Token::Kind::directive)
        return parse_directive();
    if (next.is('@')) {
        const auto guard = parse_guard();
        const auto word = guard ? m_tokens.expect(Token::Kind::word, "an instruction after the guard") : std::nullopt;
        return word && parse_instruction(*word, guard);
    }
    const auto word = m_tokens.expect(Token::Kind::word, "an instruction, a label or a directive");
    if (!word)
        return false;
    if (!m_tokens.accept(':'))
        return parse_instruction(*word, std::nullopt);
    if (m_tokens.peek().is_directive(".branchtargets") || m_tokens.peek().is_directive(".callprototype")
        || m_tokens.peek().is_directive(".calltargets"))
        return parse_labeled_directive(*word);
    const Symbol label { Symbol::Kind::label, static_cast<std::uint32_t>(m_function.instructions.size()) };
    return m_names.declare(m_names.current(), word->text, label) || fail_twice(word->text, word->line);
}

bool FunctionParser::parse_labeled_directive(const Token& label)
{
    const Token directive = m_tokens.take();
    const bool jumps = directive.text == ".branchtargets";
    const Symbol symbol =
        jumps ? Symbol { Symbol::Kind::branch_table, m_jumps.table_count() } : Symbol { Symbol::Kind::prototype, 0 };
    if (!m_names.declare(m_names.current(), label.text, symbol))
        return fail_twice(label.text, label.line);
    if (jumps)
        return m_jumps.take_targets();
    CallParser calls { m_tokens, m_names, *this };
    return directive.text == ".calltargets" ? calls.take_targets() : calls.take_prototype();
}

std::optional<Guard> FunctionParser::parse_guard()
{
    m_tokens.accept('@');
    const bool negated = m_tokens.accept('!');
    const auto name = m_tokens.expect(Token::Kind::word, "a predicate after `@`");
    if (!name)
        return std::nullopt;
    const auto id = find_register(name->text);
    if (!id || m_function.registers[*id].type != Type::pred) {
        m_tokens.fail(name->line, fmt::format("the guard {} in {} is not a declared predicate", described(*name), description()));
        return std::nullopt;
    }
    return Guard { *id, negated };
}

bool FunctionParser::parse_directive()
{
    const Token directive = m_tokens.take();
    if (directive.text == ".reg")
        return parse_registers();
    if (const auto space = parse_variable_space(directive.text))
        return parse_variable(*space);
    if (directive.text == ".loc") {
        const auto loc = take_loc(m_tokens);
        if (loc)
            m_lines.mark(loc->place, loc->call_site);
        return loc.has_value();
    }
    if (directive.text == ".pragma") {
        if (m_tokens.peek().text.find("nounroll") != std::string_view::npos)
            m_function.rolled.push_back(static_cast<std::uint32_t>(m_function.instructions.size()));
        return m_tokens.expect(Token::Kind::string, "a string after `.pragma`") && m_tokens.expect(';', "after `.pragma`");
    }
    return m_tokens.fail(
        directive.line, fmt::format("warpstage does not support the directive `{}` in {}", directive.text, description()));
}

} // namespace warpstage::ptx
