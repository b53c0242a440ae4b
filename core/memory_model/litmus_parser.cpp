#include "core/memory_model/litmus_parser.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/memory_model/relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace warpstage::memory_model {

namespace {

constexpr std::size_t kMaxThreads = 8;
constexpr std::size_t kMaxInstructions = 64; // per thread
constexpr std::size_t kMaxLocations = 32;
constexpr std::size_t kMaxRegisters = 64; // per thread
constexpr std::size_t kMaxNesting = 32; // of parentheses in the condition

struct Failure {
    std::size_t line;
    std::string message;
};

template <typename T> struct Word {
    std::string_view word;
    T value;
};

constexpr std::array kOrders { Word<Order> { "weak", Order::weak }, Word<Order> { "relaxed", Order::relaxed },
    Word<Order> { "acquire", Order::acquire }, Word<Order> { "release", Order::release },
    Word<Order> { "acq_rel", Order::acq_rel }, Word<Order> { "sc", Order::sc } };
constexpr std::array kScopes { Word<Scope> { "cta", Scope::cta }, Word<Scope> { "gpu", Scope::gpu },
    Word<Scope> { "sys", Scope::sys } };
constexpr std::array kProxies { Word<Proxy> { "generic", Proxy::generic }, Word<Proxy> { "constant", Proxy::constant },
    Word<Proxy> { "texture", Proxy::texture }, Word<Proxy> { "surface", Proxy::surface } };
constexpr std::array kArithmetic { Word<Arithmetic> { "add", Arithmetic::add }, Word<Arithmetic> { "sub", Arithmetic::sub },
    Word<Arithmetic> { "mul", Arithmetic::mul }, Word<Arithmetic> { "div", Arithmetic::div },
    Word<Arithmetic> { "and", Arithmetic::bit_and }, Word<Arithmetic> { "or", Arithmetic::bit_or },
    Word<Arithmetic> { "xor", Arithmetic::bit_xor }, Word<Arithmetic> { "exch", Arithmetic::exchange } };
constexpr std::array kBranches { Word<Comparison> { "beq", Comparison::equal }, Word<Comparison> { "bne", Comparison::unequal },
    Word<Comparison> { "blt", Comparison::less }, Word<Comparison> { "ble", Comparison::less_equal },
    Word<Comparison> { "bgt", Comparison::greater }, Word<Comparison> { "bge", Comparison::greater_equal } };
constexpr std::array kComparisons { Word<Comparison> { "==", Comparison::equal }, Word<Comparison> { "!=", Comparison::unequal },
    Word<Comparison> { "<=", Comparison::less_equal }, Word<Comparison> { ">=", Comparison::greater_equal },
    Word<Comparison> { "<", Comparison::less }, Word<Comparison> { ">", Comparison::greater },
    Word<Comparison> { "=", Comparison::equal } };
constexpr std::array kLoads { Word<Proxy> { "ld", Proxy::generic }, Word<Proxy> { "tld", Proxy::texture },
    Word<Proxy> { "suld", Proxy::surface }, Word<Proxy> { "cold", Proxy::constant } };
constexpr std::array kStores { Word<Proxy> { "st", Proxy::generic }, Word<Proxy> { "sust", Proxy::surface } };
constexpr std::array kAtomics { Word<Proxy> { "atom", Proxy::generic }, Word<Proxy> { "suatom", Proxy::surface } };
constexpr std::array kReductions { Word<Proxy> { "red", Proxy::generic }, Word<Proxy> { "sured", Proxy::surface } };

template <typename T, std::size_t kCount> std::optional<T> find(const std::array<Word<T>, kCount>& words, std::string_view word)
{
    const auto found = std::ranges::find(words, word, &Word<T>::word);
    return found == words.end() ? std::nullopt : std::optional { found->value };
}

bool is_name(std::string_view text)
{
    const auto letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto digit = [](char c) {
        return c >= '0' && c <= '9';
    };
    return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [&](char c) { return letter(c) || digit(c); });
}

bool is_register(std::string_view text)
{
    return text.size() > 1 && text.front() == 'r'
        && std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

std::string one_line(std::string_view text)
{
    std::string result;
    for (const char c : text)
        if (c != '\n' && c != '\t' && c != '\r' && c != ' ')
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    return std::string { text::trim(result) };
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    LitmusTest parse()
    {
        parse_head();
        parse_initial_values();
        parse_threads();
        parse_condition();
        return std::move(m_test);
    }

private:
    struct Target {
        std::size_t thread;
        std::size_t instruction;
        std::string label;
        std::size_t line;
    };

    [[noreturn]] void fail(std::string message) const
    {
        const auto before = m_text.substr(0, std::min(m_position, m_text.size()));
        throw Failure { static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1, std::move(message) };
    }

    void skip_space()
    {
        while (m_position < m_text.size()) {
            const char c = m_text[m_position];
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
                ++m_position;
            else if (m_text.substr(m_position).starts_with("//"))
                m_position = std::min(m_text.find('\n', m_position), m_text.size());
            else
                return;
        }
    }

    std::string_view until(std::string_view end, std::string_view what)
    {
        const std::size_t found = m_text.find(end, m_position);
        if (found == std::string_view::npos)
            fail(fmt::format("`{}` is missing after {}", end, what));
        const auto result = m_text.substr(m_position, found - m_position);
        m_position = found + end.size();
        return result;
    }

    // "PTX NAME" and texts in quotation marks.
    void parse_head()
    {
        skip_space();
        const auto head = until("{", "the name of the test");
        const std::size_t end = m_position;
        const std::size_t line_end = std::min(head.find('\n'), head.size());
        const auto words = text::trim(head.substr(0, line_end));
        m_position = 0;
        if (!words.starts_with("PTX") && !words.starts_with("ptx"))
            fail("a litmus test begins with `PTX` and its name");
        m_test.name = one_line(words.substr(3));
        if (m_test.name.empty())
            fail("the test has no name after `PTX`");
        std::string description = one_line(head.substr(line_end));
        std::erase(description, '"');
        m_test.description = std::move(description);
        m_position = end;
    }

    // "x=0; P1:r1=0; y @ generic aliases x;"
    void parse_initial_values()
    {
        const std::size_t begin = m_position;
        const auto body = until("}", "the initial values");
        const std::size_t end = m_position;
        std::size_t offset = begin;
        for (const auto part : text::split(body, ';')) {
            m_position = offset;
            offset += part.size() + 1;
            if (const auto declaration = text::trim(part); !declaration.empty())
                parse_initial_value(declaration);
        }
        m_position = end;
        skip_space();
        if (m_position < m_text.size() && m_text[m_position] == ';')
            ++m_position;
    }

    void parse_initial_value(std::string_view declaration)
    {
        if (const auto at = declaration.find('@'); at != std::string_view::npos) {
            const auto name = text::trim(declaration.substr(0, at));
            const auto words = text::trim(declaration.substr(at + 1));
            const auto aliases = words.find("aliases");
            const auto proxy = find(kProxies, text::trim(words.substr(0, aliases)));
            if (aliases == std::string_view::npos || !proxy)
                fail(fmt::format("`{}` is not an alias; write `NAME @ generic aliases NAME`", declaration));
            const auto original = location(text::trim(words.substr(aliases + 7)));
            const auto alias = location(name);
            Location& it = m_test.locations[alias];
            it.physical = m_test.locations[original].physical;
            it.generic = *proxy == Proxy::generic ? alias : m_test.locations[original].generic;
            return;
        }
        const auto equals = declaration.find('=');
        if (equals == std::string_view::npos)
            fail(fmt::format("`{}` is not an initial value; write `x=0` or `P0:r0=0`", declaration));
        const auto name = text::trim(declaration.substr(0, equals));
        const auto value = number_in<std::int64_t>(text::trim(declaration.substr(equals + 1)));
        if (!value)
            fail(fmt::format("the initial value of `{}` must be a number", name));
        if (const auto colon = name.find(':'); colon != std::string_view::npos)
            m_initial[{ thread_number(name.substr(0, colon)), std::string { text::trim(name.substr(colon + 1)) } }] = *value;
        else
            m_test.locations[location(name)].initial = *value;
    }

    // "P1" or "1".
    std::size_t thread_number(std::string_view text) const
    {
        auto name = text::trim(text);
        if (name.starts_with('P'))
            name.remove_prefix(1);
        const auto number = number_in<std::size_t>(name);
        if (!number || *number >= kMaxThreads)
            fail(fmt::format("`{}` is not a thread; threads are P0 to P{}", text::trim(text), kMaxThreads - 1));
        return *number;
    }

    std::size_t location(std::string_view name)
    {
        if (!is_name(name) || is_register(name))
            fail(fmt::format("`{}` is not a name of a location", name));
        const auto found = std::ranges::find(m_test.locations, name, &Location::name);
        if (found != m_test.locations.end())
            return static_cast<std::size_t>(found - m_test.locations.begin());
        const std::size_t number = m_test.locations.size();
        if (number == kMaxLocations)
            fail(fmt::format("there are more than {} locations", kMaxLocations));
        m_test.locations.push_back({ .name = std::string { name }, .initial = 0, .physical = number, .generic = number });
        return number;
    }

    std::size_t reg(std::size_t thread, std::string_view name)
    {
        if (!is_register(name))
            fail(fmt::format("`{}` is not a register; registers are r0, r1, …", name));
        LitmusThread& it = m_test.threads[thread];
        const auto found = std::ranges::find(it.registers, name);
        if (found != it.registers.end())
            return static_cast<std::size_t>(found - it.registers.begin());
        if (it.registers.size() == kMaxRegisters)
            fail(fmt::format("a thread has more than {} registers", kMaxRegisters));
        it.registers.emplace_back(name);
        const auto initial = m_initial.find({ thread, std::string { name } });
        it.initial.push_back(initial == m_initial.end() ? 0 : initial->second);
        return it.registers.size() - 1;
    }

    void parse_threads()
    {
        const auto row = until(";", "the row of threads");
        for (const auto column : text::split(row, '|')) {
            const auto text = one_line(column);
            const auto at = text.find('@');
            if (at == std::string::npos)
                fail(fmt::format("`{}` is not a thread; write `P0@cta 0,gpu 0`", text));
            if (m_test.threads.size() == kMaxThreads)
                fail(fmt::format("there are more than {} threads", kMaxThreads));
            if (thread_number(std::string_view { text }.substr(0, at)) != m_test.threads.size())
                fail("threads are numbered P0, P1, … from left to right");
            LitmusThread thread;
            for (const auto part : text::split(std::string_view { text }.substr(at + 1), ',')) {
                const auto place = text::trim(part);
                const auto number = number_in<std::size_t>(text::trim(place.substr(std::min<std::size_t>(3, place.size()))));
                if (!number || (!place.starts_with("cta") && !place.starts_with("gpu")))
                    fail(fmt::format("`{}` is not a place of a thread; write `cta 0` or `gpu 0`", place));
                (place.starts_with("cta") ? thread.cta : thread.gpu) = *number;
            }
            m_test.threads.push_back(std::move(thread));
        }
        parse_rows();
        resolve_targets();
    }

    // Whether the condition begins here.
    bool at_condition()
    {
        skip_space();
        const auto rest = m_text.substr(m_position);
        return rest.empty() || rest.starts_with("exists") || rest.starts_with("~") || rest.starts_with("not")
            || rest.starts_with("forall") || rest.starts_with("locations") || rest.starts_with("filter");
    }

    void parse_rows()
    {
        while (!at_condition()) {
            const std::size_t begin = m_position;
            const auto row = until(";", "a row of instructions");
            const std::size_t end = m_position;
            const auto columns = text::split(row, '|');
            if (columns.size() > m_test.threads.size())
                fail(fmt::format("this row has {} columns, but there are {} threads", columns.size(), m_test.threads.size()));
            std::size_t offset = begin;
            for (std::size_t thread = 0; thread < columns.size(); ++thread) {
                m_position = offset;
                offset += columns[thread].size() + 1;
                skip_space();
                if (const auto instruction = one_line(columns[thread]); !instruction.empty())
                    parse_instruction(thread, instruction);
            }
            m_position = end;
        }
        if (std::ranges::all_of(m_test.threads, [](const LitmusThread& it) { return it.instructions.empty(); }))
            fail("the test has no instructions");
    }

    void parse_instruction(std::size_t thread, std::string_view text)
    {
        LitmusThread& it = m_test.threads[thread];
        if (text.ends_with(':')) {
            m_labels[{ thread, std::string { text::trim(text.substr(0, text.size() - 1)) } }] = it.instructions.size();
            return;
        }
        if (it.instructions.size() == kMaxInstructions)
            fail(fmt::format("a thread has more than {} instructions", kMaxInstructions));
        const auto space = std::min(text.find(' '), text.size());
        const auto words = text::split(text.substr(0, space), '.');
        std::vector<std::string_view> operands;
        if (const auto rest = text::trim(text.substr(space)); !rest.empty())
            for (const auto operand : text::split(rest, ','))
                operands.push_back(text::trim(operand));
        m_instruction = text;
        const Instruction instruction = instruction_of(thread, words, operands);
        m_test.threads[thread].instructions.push_back(instruction);
        m_test.threads[thread].text.emplace_back(text);
    }

    [[noreturn]] void refuse() const { fail(fmt::format("`{}` is not an instruction of a litmus test", m_instruction)); }

    void require(bool condition) const
    {
        if (!condition)
            refuse();
    }

    Instruction instruction_of(
        std::size_t thread, const std::vector<std::string_view>& words, const std::vector<std::string_view>& operands)
    {
        const auto word = words.front();
        if (const auto proxy = find(kLoads, word); proxy && words.size() == 1) {
            require(operands.size() == 2); // "ld r0, 1" moves a value
            return Compute {
                .reg = reg(thread, operands[0]), .operation = std::nullopt, .left = operand(thread, operands[1]), .right = {}
            };
        } else if (proxy) {
            require(operands.size() == 2);
            const auto [order, scope] = semantics(words, 1);
            require(order == Order::weak || order == Order::relaxed || order == Order::acquire);
            return Load { order, scope, *proxy, reg(thread, operands[0]), location(operands[1]) };
        }
        if (const auto proxy = find(kStores, word)) {
            require(operands.size() == 2);
            const auto [order, scope] = semantics(words, 1);
            require(order == Order::weak || order == Order::relaxed || order == Order::release);
            return Store { order, scope, *proxy, location(operands[0]), operand(thread, operands[1]) };
        }
        if (const auto proxy = find(kAtomics, word))
            return atomic(thread, *proxy, words, operands, true);
        if (const auto proxy = find(kReductions, word))
            return atomic(thread, *proxy, words, operands, false);
        if (word == "fence")
            return fence(words);
        if (word == "bar")
            return barrier(thread, words, operands);
        if (const auto operation = find(kArithmetic, word);
            operation && words.size() == 1 && *operation != Arithmetic::exchange) {
            require(operands.size() == 3);
            const auto left = operand(thread, operands[1]);
            const auto right = operand(thread, operands[2]);
            return Compute { reg(thread, operands[0]), operation, left, right };
        }
        if (const auto comparison = find(kBranches, word)) {
            require(operands.size() == 3);
            Branch branch { comparison, operand(thread, operands[0]), operand(thread, operands[1]), 0 };
            add_target(thread, operands[2]);
            return branch;
        }
        if (word == "goto") {
            require(operands.size() == 1);
            add_target(thread, operands[0]);
            return Branch { std::nullopt, {}, {}, 0 };
        }
        refuse();
    }

    // ".acquire.gpu", ".weak": at words[first].
    std::pair<Order, Scope> semantics(const std::vector<std::string_view>& words, std::size_t first) const
    {
        require(words.size() > first);
        const auto order = find(kOrders, words[first]);
        require(order.has_value());
        if (*order == Order::weak) {
            require(words.size() == first + 1);
            return { *order, Scope::none };
        }
        require(words.size() == first + 2);
        const auto scope = find(kScopes, words[first + 1]);
        require(scope.has_value());
        return { *order, *scope };
    }

    Operand operand(std::size_t thread, std::string_view text)
    {
        if (is_register(text))
            return { .reg = reg(thread, text), .constant = 0 };
        const auto number = number_in<std::int64_t>(text);
        if (!number)
            fail(fmt::format("`{}` must be a register or a number", text));
        return { .reg = std::nullopt, .constant = *number };
    }

    Instruction atomic(std::size_t thread, Proxy proxy, const std::vector<std::string_view>& words,
        std::vector<std::string_view> operands, bool returns)
    {
        require(words.size() == 4);
        const auto order = find(kOrders, words[1]);
        const auto scope = find(kScopes, words[2]);
        const bool swaps = words[3] == "cas" && returns;
        const auto operation = swaps ? std::optional { Arithmetic::exchange } : find(kArithmetic, words[3]);
        require(order && scope && operation && *order != Order::weak && *order != Order::sc);
        require(operands.size() == 2U + (returns ? 1U : 0U) + (swaps ? 1U : 0U));
        Atomic result { .order = *order,
            .scope = *scope,
            .proxy = proxy,
            .operation = *operation,
            .reg = {},
            .location = 0,
            .expected = {},
            .value = {} };
        if (returns) {
            result.reg = reg(thread, operands.front());
            operands.erase(operands.begin());
        }
        result.location = location(operands[0]);
        if (swaps)
            result.expected = operand(thread, operands[1]);
        result.value = operand(thread, operands.back());
        return result;
    }

    Instruction fence(const std::vector<std::string_view>& words) const
    {
        if (words.size() == 3 && words[1] == "proxy") {
            if (words[2] == "alias")
                return ProxyFence {};
            const auto proxy = find(kProxies, words[2]);
            require(proxy.has_value());
            return ProxyFence { proxy };
        }
        const auto [order, scope] = semantics(words, 1);
        require(order == Order::acq_rel || order == Order::sc);
        return Fence { order, scope };
    }

    // bar.cta.sync INSTANCE [, NAME [, THREADS]]
    Instruction barrier(
        std::size_t thread, const std::vector<std::string_view>& words, const std::vector<std::string_view>& operands)
    {
        require(words.size() == 3 && words[1] == "cta" && (words[2] == "sync" || words[2] == "arrive"));
        require(!operands.empty() && operands.size() <= 3);
        const auto instance = number_in<std::int64_t>(operands[0]);
        require(instance.has_value());
        Barrier result { .arrive = words[2] == "arrive", .instance = *instance, .id = {}, .threads = {} };
        if (operands.size() > 1)
            result.id = operand(thread, operands[1]);
        if (operands.size() > 2)
            result.threads = operand(thread, operands[2]);
        return result;
    }

    void add_target(std::size_t thread, std::string_view label)
    {
        m_targets.push_back({ thread, m_test.threads[thread].instructions.size(), std::string { label }, m_position });
    }

    void resolve_targets()
    {
        for (const Target& target : m_targets) {
            const auto found = m_labels.find({ target.thread, target.label });
            if (found == m_labels.end()) {
                m_position = target.line;
                fail(fmt::format("thread P{} has no label `{}`", target.thread, target.label));
            }
            std::get<Branch>(m_test.threads[target.thread].instructions[target.instruction]).target = found->second;
        }
    }

    void parse_condition()
    {
        skip_space();
        if (m_text.substr(m_position).starts_with("locations")) {
            until("]", "`locations [`");
            skip_space();
        }
        const std::size_t begin = m_position;
        const bool negated = accept("~") || accept("not");
        if (accept("exists"))
            m_test.quantifier = negated ? Quantifier::not_exists : Quantifier::exists;
        else if (!negated && accept("forall"))
            m_test.quantifier = Quantifier::for_all;
        else
            fail("the condition is missing; write `exists (…)`, `~exists (…)` or `forall (…)`");
        m_test.condition = disjunction(0);
        skip_space();
        if (m_position != m_text.size())
            fail("the test does not end after its condition");
        m_test.condition_text = one_line(m_text.substr(begin));
    }

    bool accept(std::string_view token)
    {
        skip_space();
        if (!m_text.substr(m_position).starts_with(token))
            return false;
        m_position += token.size();
        return true;
    }

    Condition disjunction(std::size_t depth)
    {
        Condition result { .op = Condition::Operator::disjunction, .left = {}, .right = {}, .parts = { conjunction(depth) } };
        while (accept("\\/") || accept("||"))
            result.parts.push_back(conjunction(depth));
        return result.parts.size() == 1 ? std::move(result.parts.front()) : result;
    }

    Condition conjunction(std::size_t depth)
    {
        Condition result { .op = Condition::Operator::conjunction, .left = {}, .right = {}, .parts = { primary(depth) } };
        while (accept("/\\") || accept("&&"))
            result.parts.push_back(primary(depth));
        return result.parts.size() == 1 ? std::move(result.parts.front()) : result;
    }

    Condition primary(std::size_t depth)
    {
        if (depth == kMaxNesting)
            fail(fmt::format("the condition has more than {} nested parentheses", kMaxNesting));
        if (accept("~") || accept("not"))
            return { .op = Condition::Operator::negation, .left = {}, .right = {}, .parts = { primary(depth + 1) } };
        if (accept("(")) {
            Condition inner = disjunction(depth + 1);
            if (!accept(")"))
                fail("`)` is missing in the condition");
            return inner;
        }
        Condition result { .op = Condition::Operator::compare, .left = term(), .right = {}, .parts = {} };
        const auto found = std::ranges::find_if(kComparisons, [&](const auto& it) { return accept(it.word); });
        if (found == kComparisons.end())
            fail("a comparison such as `==` is missing in the condition");
        result.comparison = found->value;
        result.right = term();
        return result;
    }

    Term register_term(std::string_view thread_name, std::string_view name)
    {
        const std::size_t thread = thread_number(thread_name);
        if (thread >= m_test.threads.size())
            fail(fmt::format("there is no thread P{}", thread));
        return { .of = Term::Of::reg, .thread = thread, .index = reg(thread, name), .constant = 0 };
    }

    Term term()
    {
        skip_space();
        const std::size_t begin = m_position;
        const auto is_part = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c == '-';
        };
        while (m_position < m_text.size() && is_part(m_text[m_position]))
            ++m_position;
        const auto text = m_text.substr(begin, m_position - begin);
        if (text.ends_with(':')) { // "P3: r1"
            skip_space();
            const std::size_t name = m_position;
            while (m_position < m_text.size() && is_part(m_text[m_position]))
                ++m_position;
            return register_term(text.substr(0, text.size() - 1), m_text.substr(name, m_position - name));
        }
        if (const auto colon = text.find(':'); colon != std::string_view::npos)
            return register_term(text.substr(0, colon), text.substr(colon + 1));
        if (const auto number = number_in<std::int64_t>(text))
            return { .of = Term::Of::constant, .thread = 0, .index = 0, .constant = *number };
        return { .of = Term::Of::location, .thread = 0, .index = location(text), .constant = 0 };
    }

    std::string_view m_text;
    std::size_t m_position = 0;
    std::string m_instruction; // for messages
    LitmusTest m_test;
    std::map<std::pair<std::size_t, std::string>, std::int64_t> m_initial; // thread, register
    std::map<std::pair<std::size_t, std::string>, std::size_t> m_labels; // thread, label: instruction
    std::vector<Target> m_targets;
};

} // namespace

Result<LitmusTest> parse_litmus(std::string_view text)
{
    try {
        return Parser(text).parse();
    } catch (const Failure& failure) {
        return Error { fmt::format("Line {}: {}.", failure.line, failure.message) };
    }
}

} // namespace warpstage::memory_model
