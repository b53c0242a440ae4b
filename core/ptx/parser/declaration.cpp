#include "core/ptx/parser/declaration.h"

#include "core/ptx/parser/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace warpstage::ptx {

namespace {

// Larger than any GPU's memory, and small enough that sums of sizes cannot overflow 64 bits.
constexpr std::uint64_t kMaxSize = std::uint64_t { 1 } << 40;
constexpr std::uint64_t kMaxAlignment = 4096;

struct Shape {
    std::uint64_t elements = 1;
    bool array = false;
    bool open = false; // "x[]": the size follows from the initializer or the launch
};

class DeclarationParser {
public:
    explicit DeclarationParser(TokenStream& tokens)
        : m_tokens(tokens)
    {
    }

    std::optional<Declaration> run();

private:
    bool take_properties();
    bool take_property(const Token& directive);
    bool take_alignment();
    bool take_attribute();
    bool take_type(const Token& directive);
    bool take_shape();
    bool take_initializer();
    bool take_value();
    bool take_address(std::uint64_t mask);
    void append_zeros();

    TokenStream& m_tokens;
    Declaration m_result;
    Shape m_shape;
    std::uint32_t m_vector = 1;
    std::uint32_t m_alignment = 0; // 0: natural alignment
    bool m_typed = false;
};

bool DeclarationParser::take_alignment()
{
    const std::uint32_t line = m_tokens.peek().line;
    const auto alignment = take_unsigned(m_tokens, "an alignment", kMaxAlignment);
    if (!alignment)
        return false;
    if (!std::has_single_bit(*alignment))
        return m_tokens.fail(line, fmt::format("the alignment {} is not a power of two", *alignment));
    m_alignment = static_cast<std::uint32_t>(*alignment);
    return true;
}

// ".attribute(.managed)": the virtual machine ignores where the host may access the variable.
bool DeclarationParser::take_attribute()
{
    if (!m_tokens.expect('(', "after `.attribute`"))
        return false;
    while (!m_tokens.accept(')')) {
        if (m_tokens.take().kind == Token::Kind::end)
            return m_tokens.fail_expected("`)` after `.attribute`");
    }
    return true;
}

bool DeclarationParser::take_type(const Token& directive)
{
    const auto type = parse_type(directive.text.substr(1));
    if (!type)
        return m_tokens.fail(directive.line,
            fmt::format(
                "warpstage does not support variables of type `{}`; use scalars, vectors and arrays of the fundamental types",
                directive.text));
    m_result.type = *type;
    m_typed = true;
    return true;
}

bool DeclarationParser::take_property(const Token& directive)
{
    if (directive.text == ".align")
        return take_alignment();
    if (directive.text == ".attribute")
        return take_attribute();
    if (directive.text == ".v2" || directive.text == ".v4") {
        m_vector = directive.text == ".v2" ? 2 : 4;
        return true;
    }
    return take_type(directive);
}

bool DeclarationParser::take_properties()
{
    while (m_tokens.peek().kind == Token::Kind::directive) {
        const Token directive = m_tokens.take();
        if (directive.text == ".ptr") {
            // ".param .u64 .ptr .global .align 16 name": the attributes of the pointer are a hint for the optimizer. The
            // alignment is not that of the parameter.
            const std::uint32_t own_alignment = m_alignment;
            if (m_tokens.peek().kind == Token::Kind::directive && parse_variable_space(m_tokens.peek().text))
                m_tokens.take();
            if (m_tokens.accept_directive(".align") && !take_alignment())
                return false;
            m_alignment = own_alignment;
        } else if (!take_property(directive)) {
            return false;
        }
    }
    return m_typed || m_tokens.fail_expected("a type such as `.b32`");
}

bool DeclarationParser::take_shape()
{
    const std::uint32_t element = size_of(m_result.type) * m_vector;
    while (m_tokens.accept('[')) {
        const bool first = !m_shape.array;
        m_shape.array = true;
        if (m_tokens.accept(']')) {
            if (!first)
                return m_tokens.fail(
                    m_result.line, fmt::format("only the first dimension of `{}` may be omitted", m_result.name));
            m_shape.open = true;
            continue;
        }
        const auto extent = take_unsigned(m_tokens, "an array dimension", kMaxSize);
        if (!extent || !m_tokens.expect(']', "after an array dimension"))
            return false;
        if (*extent != 0 && m_shape.elements > kMaxSize / element / *extent)
            return m_tokens.fail(m_result.line, fmt::format("the array `{}` is larger than any memory", m_result.name));
        m_shape.elements *= *extent;
    }
    m_result.size = m_shape.open ? 0 : m_shape.elements * element;
    m_result.alignment = m_alignment == 0 ? element : m_alignment;
    return true;
}

void DeclarationParser::append_zeros()
{
    m_result.initial.resize(m_result.initial.size() + size_of(m_result.type));
}

// "counter", "counter+4" or "generic(counter)+4" (PTX ISA, section 5.4.4). The name is resolved after the whole module has been
// parsed.
bool DeclarationParser::take_address(std::uint64_t mask)
{
    auto name = m_tokens.expect(Token::Kind::word, "a variable or function name");
    if (!name)
        return false;
    AddressInitial address;
    address.generic = name->text == "generic" && m_tokens.accept('(');
    if (address.generic)
        name = m_tokens.expect(Token::Kind::word, "a variable name after `generic(`");
    if (!name || (address.generic && !m_tokens.expect(')', "after `generic(` and a name")))
        return false;
    if (m_tokens.peek().is('+') || m_tokens.peek().is('-')) {
        const auto addend = take_offset(m_tokens);
        if (!addend)
            return false;
        address.addend = *addend;
    }
    if (is_float(m_result.type) || m_result.type == Type::pred)
        return m_tokens.fail(name->line,
            fmt::format("`{}` has elements of `.{}` and cannot hold an address", m_result.name, name_of(m_result.type)));
    address.offset = m_result.initial.size();
    address.bytes = static_cast<std::uint8_t>(std::min(size_of(m_result.type), 8U));
    address.mask = mask;
    address.symbol = name->text;
    m_result.addresses.push_back(std::move(address));
    append_zeros();
    return true;
}

bool DeclarationParser::take_value()
{
    const Token first = m_tokens.peek();
    if (first.kind == Token::Kind::word)
        return take_address(~std::uint64_t { 0 });
    if (first.is('{'))
        return m_tokens.fail(
            first.line, fmt::format("`{}` has an initializer of nested lists; write one flat list", m_result.name));
    const auto value = take_immediate(m_tokens, m_result.type);
    if (!value)
        return false;
    // "0xFF00(generic(x))": one byte of an address, for elements smaller than a pointer.
    if (m_tokens.accept('('))
        return take_address(value->bits) && m_tokens.expect(')', "after the address");
    // Little endian, as on every GPU and supported host.
    for (std::uint32_t byte = 0; byte < size_of(m_result.type); ++byte)
        m_result.initial.push_back(static_cast<std::byte>(byte < sizeof value->bits ? value->bits >> (8 * byte) : 0));
    return true;
}

bool DeclarationParser::take_initializer()
{
    if (!m_tokens.accept('='))
        return true;
    if (m_tokens.accept('{')) {
        do {
            if (!take_value())
                return false;
        } while (m_tokens.accept(','));
        if (!m_tokens.expect('}', "after the initializer"))
            return false;
    } else if (!take_value()) {
        return false;
    }
    if (m_shape.open)
        m_result.size = m_result.initial.size();
    if (m_result.initial.size() > m_result.size)
        return m_tokens.fail(m_result.line,
            fmt::format("the initializer of `{}` has {} bytes, but the variable has {}", m_result.name, m_result.initial.size(),
                m_result.size));
    return true;
}

std::optional<Declaration> DeclarationParser::run()
{
    if (!take_properties())
        return std::nullopt;
    const auto name = m_tokens.expect(Token::Kind::word, "a variable name");
    if (!name)
        return std::nullopt;
    m_result.name = name->text;
    m_result.line = name->line;
    if (!take_shape() || !take_initializer())
        return std::nullopt;
    return std::move(m_result);
}

} // namespace

std::optional<StateSpace> parse_variable_space(std::string_view directive)
{
    if (directive == ".shared")
        return StateSpace::shared;
    if (directive == ".global")
        return StateSpace::global;
    if (directive == ".const")
        return StateSpace::constant;
    if (directive == ".local")
        return StateSpace::local;
    if (directive == ".param")
        return StateSpace::param;
    return std::nullopt;
}

std::optional<Declaration> take_declaration(TokenStream& tokens)
{
    return DeclarationParser(tokens).run();
}

} // namespace warpstage::ptx
