#include "core/memory_model/litmus_names.h"

#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::memory_model {

namespace {

constexpr std::size_t kMaxLocations = 32;
constexpr std::size_t kMaxRegisters = 64; // per thread

[[noreturn]] void fail(std::string message)
{
    throw LitmusRefusal { std::move(message) };
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

} // namespace

std::size_t LitmusNames::thread_number(std::string_view text)
{
    auto name = text::trim(text);
    if (name.starts_with('P'))
        name.remove_prefix(1);
    const auto number = number_in<std::size_t>(name);
    if (!number || *number >= kMaxThreads)
        fail(fmt::format("`{}` is not a thread; threads are P0 to P{}", text::trim(text), kMaxThreads - 1));
    return *number;
}

std::size_t LitmusNames::location(std::string_view name)
{
    if (!is_name(name) || is_register(name))
        fail(fmt::format("`{}` is not a name of a location", name));
    const auto found = std::ranges::find(m_test->locations, name, &Location::name);
    if (found != m_test->locations.end())
        return static_cast<std::size_t>(found - m_test->locations.begin());
    const std::size_t number = m_test->locations.size();
    if (number == kMaxLocations)
        fail(fmt::format("there are more than {} locations", kMaxLocations));
    m_test->locations.push_back({ .name = std::string { name }, .initial = 0, .physical = number, .generic = number });
    return number;
}

std::size_t LitmusNames::reg(std::size_t thread, std::string_view name)
{
    if (!is_register(name))
        fail(fmt::format("`{}` is not a register; registers are r0, r1, …", name));
    LitmusThread& it = m_test->threads[thread];
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

Operand LitmusNames::operand(std::size_t thread, std::string_view text)
{
    if (is_register(text))
        return { .reg = reg(thread, text), .constant = 0 };
    const auto number = number_in<std::int64_t>(text);
    if (!number)
        fail(fmt::format("`{}` must be a register or a number", text));
    return { .reg = std::nullopt, .constant = *number };
}

void LitmusNames::set_initial(std::size_t thread, std::string_view reg, std::int64_t value)
{
    m_initial[{ thread, std::string { reg } }] = value;
}

} // namespace warpstage::memory_model
