#include "core/ptx/parser.h"

#include "core/ptx/parser/declaration.h"
#include "core/ptx/parser/function_parser.h"
#include "core/ptx/parser/name_table.h"
#include "core/ptx/parser/number.h"
#include "core/ptx/parser/token_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace warpstage::ptx {

namespace {

constexpr std::uint32_t kOldestVersion = 3; // of sm_30; programs also load PTX that older compilers or people have written
constexpr std::uint32_t kNewestVersion = 9; // written by CUDA 13

class ModuleParser {
public:
    ModuleParser(std::string_view text, std::string_view name)
        : m_tokens(text, name)
    {
    }

    Result<Module> run();

private:
    bool parse_module();
    bool parse_version();
    bool parse_target();
    bool parse_address_size();
    bool parse_directive();
    bool parse_linked();
    bool parse_variable(StateSpace space);
    bool parse_function(const Token& directive);
    bool parse_alias();
    bool parse_file();
    bool skip_section();
    bool check_addresses();
    bool check_aliases();
    void name_every_file();
    void leave_toolkit();

    TokenStream m_tokens;
    NameTable m_names;
    Module m_module;
    std::vector<LineTracker> m_lines; // by function of the module
    std::unordered_set<std::string_view> m_defined; // functions with a body
    bool m_external = false; // of the declaration being parsed
};

// ".version 9.0" must come first (PTX ISA, section 11.1).
bool ModuleParser::parse_version()
{
    if (m_tokens.peek().kind == Token::Kind::end)
        return m_tokens.fail(m_tokens.peek().line, "the PTX text is empty; its first directive must be `.version`");
    if (!m_tokens.accept_directive(".version"))
        return m_tokens.fail_expected("`.version` at the start of the PTX text");
    const auto version = m_tokens.expect(Token::Kind::number, "a version such as `9.0`");
    if (!version)
        return false;
    const char* const last = version->text.data() + version->text.size();
    const auto major = std::from_chars(version->text.data(), last, m_module.version_major);
    const bool dotted = major.ec == std::errc {} && major.ptr != last && *major.ptr == '.';
    const auto minor = dotted ? std::from_chars(major.ptr + 1, last, m_module.version_minor) : major;
    if (!dotted || minor.ec != std::errc {} || minor.ptr != last)
        return m_tokens.fail(version->line, fmt::format("{} is not a version such as `9.0`", described(*version)));
    if (m_module.version_major < kOldestVersion || m_module.version_major > kNewestVersion)
        return m_tokens.fail(version->line,
            fmt::format(
                "warpstage supports PTX ISA {}.0 to {}.x, but this text has version {}.{}; compile the kernel with CUDA 11 to 13",
                kOldestVersion, kNewestVersion, m_module.version_major, m_module.version_minor));
    return true;
}

bool ModuleParser::parse_target()
{
    if (!m_tokens.accept_directive(".target"))
        return m_tokens.fail_expected("`.target` after `.version`");
    const auto target = m_tokens.expect(Token::Kind::word, "an architecture such as `sm_75`");
    if (!target)
        return false;
    if (!target->text.starts_with("sm_"))
        return m_tokens.fail(target->line, fmt::format("{} is not an architecture such as `sm_75`", described(*target)));
    m_module.target = target->text;
    while (m_tokens.accept(',')) {
        if (!m_tokens.expect(Token::Kind::word, "a `.target` option"))
            return false;
    }
    return true;
}

bool ModuleParser::parse_address_size()
{
    const std::uint32_t line = m_tokens.peek().line;
    const auto size = take_unsigned(m_tokens, "an address size", 64);
    if (!size)
        return false;
    if (*size != 64)
        return m_tokens.fail(line,
            fmt::format(
                "warpstage supports 64-bit addresses only, but `.address_size` is {}; compile the kernel with `-m64`", *size));
    return true;
}

// ".file 1 "kernels.cu", 1700000000, 1906".
bool ModuleParser::parse_file()
{
    const auto number = take_unsigned(m_tokens, "a file index", kMaxFileNumber);
    const auto name = number ? m_tokens.expect(Token::Kind::string, "a file name in quotes") : std::nullopt;
    if (!name)
        return false;
    while (m_tokens.accept(',')) {
        if (!m_tokens.expect(Token::Kind::number, "the timestamp or the size of a file"))
            return false;
    }
    if (m_module.files.size() <= *number)
        m_module.files.resize(*number + 1);
    m_module.files[*number] = name->text;
    return true;
}

// ".section .debug_str { ... }": for debuggers only.
bool ModuleParser::skip_section()
{
    while (!m_tokens.accept('{')) {
        if (m_tokens.take().kind == Token::Kind::end)
            return m_tokens.fail_expected("`{` after `.section`");
    }
    for (std::size_t depth = 1; depth > 0;) {
        const Token token = m_tokens.take();
        if (token.kind == Token::Kind::end)
            return m_tokens.fail(token.line, "the text ends inside a `.section`; it is truncated, so generate it again");
        if (token.is('{'))
            ++depth;
        else if (token.is('}'))
            --depth;
    }
    return true;
}

// A declaration with ".extern" may precede the definition.
bool ModuleParser::parse_variable(StateSpace space)
{
    auto declaration = take_declaration(m_tokens);
    if (!declaration || !m_tokens.expect(';', "after a variable"))
        return false;
    Variable variable { std::string { declaration->name }, space, declaration->alignment, declaration->size, m_external,
        std::move(declaration->initial), std::move(declaration->addresses) };
    const Symbol symbol { Symbol::Kind::module_variable, static_cast<std::uint32_t>(m_module.variables.size()) };
    if (m_names.declare(NameTable::kModuleScope, declaration->name, symbol)) {
        m_module.variables.push_back(std::move(variable));
        return true;
    }
    const auto known = m_names.find(NameTable::kModuleScope, declaration->name);
    if (known->kind != Symbol::Kind::module_variable || (!m_external && !m_module.variables[known->index].external))
        return m_tokens.fail(declaration->line, fmt::format("`{}` is declared twice", declaration->name));
    if (!m_external)
        m_module.variables[known->index] = std::move(variable);
    return true;
}

bool ModuleParser::parse_function(const Token& directive)
{
    FunctionParser parser { m_tokens, m_names };
    if (!parser.parse(directive.text))
        return false;
    if (parser.is_prototype())
        return true;
    if (!m_defined.insert(parser.name()).second)
        return m_tokens.fail(parser.line(), fmt::format("the function `{}` is defined twice", parser.name()));
    m_module.functions.push_back(parser.take_function());
    m_lines.push_back(parser.take_lines());
    return true;
}

// ".extern", ".visible", ".weak" and ".common" precede a variable or a function.
bool ModuleParser::parse_linked()
{
    const Token directive = m_tokens.take();
    if (directive.text == ".entry" || directive.text == ".func")
        return parse_function(directive);
    const auto space = parse_variable_space(directive.text);
    if (space && *space != StateSpace::param)
        return parse_variable(*space);
    return m_tokens.fail(directive.line,
        fmt::format("warpstage does not support {} at module scope; use variables, `.func` and `.entry`", described(directive)));
}

bool ModuleParser::parse_directive()
{
    const Token& next = m_tokens.peek();
    if (next.kind != Token::Kind::directive)
        return m_tokens.fail_expected("a directive");
    if (m_tokens.accept_directive(".address_size"))
        return parse_address_size();
    if (m_tokens.accept_directive(".file"))
        return parse_file();
    if (m_tokens.accept_directive(".section"))
        return skip_section();
    if (m_tokens.accept_directive(".loc"))
        return take_loc(m_tokens).has_value();
    if (m_tokens.accept_directive(".pragma"))
        return m_tokens.expect(Token::Kind::string, "a string after `.pragma`") && m_tokens.expect(';', "after `.pragma`");
    if (m_tokens.accept_directive(".alias"))
        return parse_alias();
    m_external = m_tokens.accept_directive(".extern");
    if (!m_external && !m_tokens.accept_directive(".visible") && !m_tokens.accept_directive(".weak"))
        m_tokens.accept_directive(".common");
    return parse_linked();
}

// ".alias name, target;": both are declared as functions (PTX ISA, section 11.6.5).
bool ModuleParser::parse_alias()
{
    const auto name = m_tokens.expect(Token::Kind::word, "a function name after `.alias`");
    if (!name || !m_tokens.expect(',', "after the alias name"))
        return false;
    const auto target = m_tokens.expect(Token::Kind::word, "the name of the aliased function");
    if (!target || !m_tokens.expect(';', "after `.alias`"))
        return false;
    m_names.declare(NameTable::kModuleScope, name->text, { Symbol::Kind::function, 0 });
    m_module.aliases.push_back({ std::string { name->text }, std::string { target->text } });
    return true;
}

bool ModuleParser::check_aliases()
{
    for (const Alias& alias : m_module.aliases) {
        if (!m_defined.contains(alias.target))
            return m_tokens.fail(m_tokens.peek().line,
                fmt::format("`{}` is an alias of `{}`, which this module does not define", alias.name, alias.target));
    }
    return true;
}

// Initializers may name variables that are declared later.
bool ModuleParser::check_addresses()
{
    for (const Variable& variable : m_module.variables) {
        for (const AddressInitial& address : variable.addresses) {
            if (!m_names.find(NameTable::kModuleScope, address.symbol))
                return m_tokens.fail(m_tokens.peek().line,
                    fmt::format("the initializer of `{}` takes the address of `{}`, which is not declared", variable.name,
                        address.symbol));
        }
    }
    return true;
}

// Every file index of a location gets an entry, even if the text does not name the file.
void ModuleParser::name_every_file()
{
    std::uint32_t greatest = 0;
    for (const Function& function : m_module.functions) {
        for (const Instruction& instruction : function.instructions)
            greatest = std::max(greatest, instruction.location.file);
        greatest = std::max(greatest, function.location.file);
    }
    if (m_module.files.size() <= greatest)
        m_module.files.resize(std::size_t { greatest } + 1);
}

// The files are named at the end of the text.
void ModuleParser::leave_toolkit()
{
    const std::vector<bool> is_toolkit = find_toolkit_files(m_module.files);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        m_lines[i].leave_toolkit(m_module.functions[i].instructions, is_toolkit);
}

bool ModuleParser::parse_module()
{
    if (!parse_version() || !parse_target())
        return false;
    while (m_tokens.peek().kind != Token::Kind::end) {
        if (!parse_directive())
            return false;
    }
    return check_addresses() && check_aliases();
}

Result<Module> ModuleParser::run()
{
    const bool parsed = parse_module();
    // An invalid character is an error even if the text up to it is complete.
    if (m_tokens.failed())
        return m_tokens.error();
    VERIFY(parsed);
    name_every_file();
    leave_toolkit();
    return std::move(m_module);
}

} // namespace

Result<Module> parse(std::string_view text, std::string_view name)
{
    if (text.size() > kMaxText) {
        return Error { std::string(name) + ": the PTX text has " + std::to_string(text.size()) + " bytes, but the maximum is "
            + std::to_string(kMaxText) + "; compile fewer kernels into one file." };
    }
    return ModuleParser(text, name).run();
}

} // namespace warpstage::ptx
