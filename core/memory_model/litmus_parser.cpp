#include "core/memory_model/litmus_parser.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/memory_model/litmus_instruction.h"
#include "core/memory_model/litmus_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace warpstage::memory_model {

namespace {

constexpr std::size_t kMaxInstructions = 64; // per thread
constexpr std::size_t kMaxNesting = 32; // of parentheses in the condition

struct Failure {
    std::size_t line;
    std::string message;
};

constexpr std::array kComparisons { Word<Comparison> { "==", Comparison::equal }, Word<Comparison> { "!=", Comparison::unequal },
    Word<Comparison> { "<=", Comparison::less_equal }, Word<Comparison> { ">=", Comparison::greater_equal },
    Word<Comparison> { "<", Comparison::less }, Word<Comparison> { ">", Comparison::greater },
    Word<Comparison> { "=", Comparison::equal } };

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
        try {
            parse_head();
            parse_initial_values();
            parse_threads();
            parse_condition();
        } catch (const LitmusRefusal& refusal) {
            fail(refusal.message);
        }
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
            const auto original = m_names.location(text::trim(words.substr(aliases + 7)));
            const auto alias = m_names.location(name);
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
            m_names.set_initial(LitmusNames::thread_number(name.substr(0, colon)), text::trim(name.substr(colon + 1)), *value);
        else
            m_test.locations[m_names.location(name)].initial = *value;
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
            if (LitmusNames::thread_number(std::string_view { text }.substr(0, at)) != m_test.threads.size())
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
        LitmusInstruction read = read_instruction(m_names, thread, text);
        LitmusThread& own = m_test.threads[thread];
        if (!read.label.empty())
            m_targets.push_back({ thread, own.instructions.size(), std::move(read.label), m_position });
        own.instructions.push_back(read.instruction);
        own.text.emplace_back(text);
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
        const std::size_t thread = LitmusNames::thread_number(thread_name);
        if (thread >= m_test.threads.size())
            fail(fmt::format("there is no thread P{}", thread));
        return { .of = Term::Of::reg, .thread = thread, .index = m_names.reg(thread, name), .constant = 0 };
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
        return { .of = Term::Of::location, .thread = 0, .index = m_names.location(text), .constant = 0 };
    }

    std::string_view m_text;
    std::size_t m_position = 0;
    LitmusTest m_test;
    LitmusNames m_names { m_test };
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
