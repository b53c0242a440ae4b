// Checks the result of a described problem element by element.
#include "core/problem/buffers/element_type.h"
#include "core/problem/described/described.h"
#include "core/problem/expressions/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace warpstage::problem {

namespace {

using BytesView = std::span<const std::byte>;

Number element_of(BytesView bytes, ptx::Type type, std::size_t index)
{
    if (ptx::is_float(type))
        return number_of(bytes, type, index);
    return whole_number_of(bytes, type, index);
}

// Infinite if only one of them is a number.
double deviation(const Number& found, const Number& expected)
{
    const double a = real_of(found);
    const double b = real_of(expected);
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0.0;
    const double distance = std::abs(a - b);
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

std::string allowance(const DescribedCheck& check)
{
    if (check.relative == 0.0)
        return fmt::format("{:.3g}", check.absolute);
    const auto relative = fmt::format("{:.3g} * |expected|", check.relative);
    return check.absolute == 0.0 ? relative : fmt::format("{:.3g} + {}", check.absolute, relative);
}

// The elements compared so far.
struct Comparison {
    Difference first {}; // including the number of differing ones
    double largest = 0.0;
    std::size_t largest_at = 0;

    void take(std::size_t index, const Number& found, const Number& expected, const DescribedCheck& check)
    {
        ++first.compared;
        const double distance = deviation(found, expected);
        if (distance > largest) {
            largest = distance;
            largest_at = index;
        }
        if (distance <= check.absolute + check.relative * std::abs(real_of(expected)) || distance == 0.0)
            return;
        if (first.count++ != 0)
            return;
        first.index = index;
        first.found = text_of(found);
        first.expected = text_of(expected);
    }
};

std::string sentence_of(const Comparison& seen, const DescribedCheck& check)
{
    const auto& first = seen.first;
    const auto elements = fmt::format("{} element{} of {}", first.compared, first.compared == 1 ? "" : "s", first.buffer);
    if (first.count != 0)
        return fmt::format(
            "{} of {} differ: element {} is {}, not {}", first.count, elements, first.index, first.found, first.expected);
    if (seen.largest == 0.0)
        return fmt::format("{}, exact", elements);
    return fmt::format(
        "{}, largest deviation {:.3g} (element {}), allowed {}", elements, seen.largest, seen.largest_at, allowance(check));
}

CheckOutcome failed(std::string sentence)
{
    CheckOutcome outcome;
    outcome.sentence = std::move(sentence);
    return outcome;
}

// All buffers. An empty expectation: zeros.
class MemoryComparison {
public:
    void take(const DescribedBuffer& buffer, BytesView found, BytesView expected, const DescribedCheck& check)
    {
        const std::vector<std::byte> zeros(expected.empty() ? found.size() : 0);
        if (expected.empty())
            expected = zeros;
        const std::size_t bytes = ptx::size_of(buffer.type);
        m_elements += found.size() / bytes;
        if (std::ranges::equal(found, expected))
            return;
        Comparison seen;
        seen.first.buffer = buffer.name;
        seen.first.element_bytes = static_cast<std::uint32_t>(bytes);
        DescribedCheck exact; // integers, also those that a double cannot distinguish
        const DescribedCheck& allowed = ptx::is_float(buffer.type) ? check : exact;
        for (std::size_t i = 0; i < found.size() / bytes; ++i) {
            if (!std::ranges::equal(found.subspan(i * bytes, bytes), expected.subspan(i * bytes, bytes)))
                seen.take(i, element_of(found, buffer.type, i), element_of(expected, buffer.type, i), allowed);
        }
        m_largest = std::max(m_largest, seen.largest);
        m_buffers += seen.first.count != 0 ? 1U : 0U;
        m_different += seen.first.count;
        if (seen.first.count != 0 && !m_first)
            m_first = std::move(seen.first);
    }

    [[nodiscard]] CheckOutcome outcome(const DescribedCheck& check) const
    {
        CheckOutcome outcome;
        outcome.passed = m_different == 0;
        outcome.error = m_largest;
        outcome.tolerance = check.absolute;
        outcome.first = m_first;
        if (m_first)
            outcome.sentence =
                fmt::format("{} of {} elements differ, in {} buffer{}: element {} of {} is {}, not {}", m_different, m_elements,
                    m_buffers, m_buffers == 1 ? "" : "s", m_first->index, m_first->buffer, m_first->found, m_first->expected);
        else if (m_largest == 0.0)
            outcome.sentence = fmt::format("{} elements of all buffers, exact", m_elements);
        else
            outcome.sentence = fmt::format(
                "{} elements of all buffers, largest deviation {:.3g}, allowed {}", m_elements, m_largest, allowance(check));
        return outcome;
    }

private:
    std::size_t m_elements = 0;
    std::size_t m_different = 0;
    std::size_t m_buffers = 0; // with differences
    double m_largest = 0.0;
    std::optional<Difference> m_first;
};

} // namespace

Result<std::size_t> Described::compared(const DescribedCheck& check, std::size_t elements, const Scope& scope) const
{
    if (!check.count)
        return elements;
    const auto wanted = check.count->integer(scope);
    if (!wanted)
        return at(check.line, fmt::format("the count of the check: {}", wanted.error().message));
    if (*wanted < 1 || static_cast<std::size_t>(*wanted) > elements)
        return at(check.line,
            fmt::format("`{}` is {}, but buffer `{}` has {} elements.", check.count->text(), *wanted,
                m_description.buffers[check.result].name, elements));
    return static_cast<std::size_t>(*wanted);
}

void Described::add_arrays(Scope& scope, const Plan& plan) const
{
    const auto& buffers = m_description.buffers;
    for (BufferIndex i = 0; i < buffers.size(); ++i) {
        const auto elements = plan.buffers[i].bytes / ptx::size_of(buffers[i].type);
        scope.arrays.emplace(buffers[i].name, Scope::Array { BytesView { plan.buffers[i].initial }, buffers[i].type, elements });
    }
    scope.numbers.insert_or_assign("i", std::int64_t { 0 });
}

Result<Number> Described::expected_at(const DescribedCheck& check, Evaluation& evaluation, std::size_t index) const
{
    if (auto* const i = evaluation.variable("i"); i != nullptr)
        *i = static_cast<std::int64_t>(index);
    if (auto value = evaluation.number())
        return *value;
    return at(check.line, fmt::format("`expected` for i = {}: {}", index, evaluation.error().message));
}

Result<void> Described::try_check(const Variant& variant, const Settings& settings) const
{
    const auto made = check_plan(variant, settings);
    if (!made)
        return made.error();
    const auto& check = m_description.variants.at(variant.id).check;
    auto scope = scope_of(settings);
    for (const auto& [buffer, text] : check.memory.value_or(DescribedContents {})) {
        if (const auto expected = contents_of(buffer, text, *made, integers_of(scope)); !expected)
            return expected.error();
    }
    const auto elements = made->buffers[check.result].bytes / ptx::size_of(m_description.buffers[check.result].type);
    if (const auto count = compared(check, elements, scope); !count)
        return count.error();
    if (!check.expected)
        return {};
    add_arrays(scope, *made);
    Evaluation evaluation { *check.expected, scope };
    if (const auto expected = expected_at(check, evaluation, 0); !expected)
        return expected.error();
    return {};
}

CheckOutcome Described::check_memory(
    const Plan& plan, const DescribedCheck& check, const Scope& scope, const std::vector<std::vector<std::byte>>& contents) const
{
    MemoryComparison seen;
    for (BufferIndex i = 0; i < m_description.buffers.size(); ++i) {
        SharedBytes expected = plan.buffers[i].initial;
        if (const auto after = check.memory->find(i); after != check.memory->end()) {
            auto read = contents_of(i, after->second, plan, integers_of(scope));
            if (!read)
                return failed(read.error().message);
            expected = *std::move(read);
        }
        seen.take(m_description.buffers[i], contents[i], { expected.data(), expected.size() }, check);
    }
    return seen.outcome(check);
}

CheckOutcome Described::check(
    const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto& check = m_description.variants.at(plan.variant).check;
    if (check.unknown)
        return { .passed = true, .sentence = "the expected result is unknown" };
    const auto& result = m_description.buffers[check.result];
    auto scope = scope_of(settings);
    if (check.memory)
        return check_memory(plan, check, scope, contents);
    const auto count = compared(check, plan.buffers[check.result].bytes / ptx::size_of(result.type), scope);
    if (!count)
        return failed(count.error().message);

    Comparison seen;
    seen.first.buffer = result.name;
    seen.first.element_bytes = ptx::size_of(result.type);
    const BytesView found { contents[check.result] };
    if (check.expected) {
        add_arrays(scope, plan);
        Evaluation evaluation { *check.expected, scope };
        for (std::size_t i = 0; i < *count; ++i) {
            const auto expected = expected_at(check, evaluation, i);
            if (!expected)
                return failed(expected.error().message);
            seen.take(i, element_of(found, result.type, i), *expected, check);
        }
    } else {
        const auto copy = m_description.buffers.size() + check.result;
        VERIFY(copy < contents.size()); // of check_plan()
        const BytesView expected { contents[copy] };
        for (std::size_t i = 0; i < *count; ++i)
            seen.take(i, element_of(found, result.type, i), element_of(expected, result.type, i), check);
    }
    CheckOutcome outcome;
    outcome.passed = seen.first.count == 0;
    outcome.error = seen.largest;
    outcome.tolerance = check.absolute;
    outcome.sentence = sentence_of(seen, check);
    if (!outcome.passed)
        outcome.first = std::move(seen.first);
    return outcome;
}

} // namespace warpstage::problem
