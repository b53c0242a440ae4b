#include "core/ptx/parser/name_table.h"

#include "core/base/verify.h"

#include <algorithm>
#include <charconv>

namespace warpstage::ptx {

namespace {

// The number at the end of a register's name, after `prefix` characters; empty if it is not written as in %r<n>.
std::optional<std::uint64_t> register_number(std::string_view digits)
{
    if (digits.size() > 1 && digits.front() == '0')
        return std::nullopt;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc {} || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

} // namespace

void NameTable::open_scope()
{
    m_parents.push_back(m_current);
    m_current = static_cast<ScopeId>(m_parents.size() - 1);
    ++m_depth;
}

void NameTable::close_scope()
{
    VERIFY(m_current != kModuleScope);
    m_current = m_parents[m_current];
    --m_depth;
}

void NameTable::forget_function_scopes()
{
    m_current = kModuleScope;
    m_depth = 0;
    m_parents.assign(1, kModuleScope);
    m_symbols = {};
    m_ranges = {};
}

bool NameTable::declare(ScopeId scope, std::string_view name, Symbol symbol)
{
    if (scope == kModuleScope)
        return m_module_symbols.try_emplace(name, symbol).second;
    return m_symbols.try_emplace({ scope, name }, symbol).second;
}

bool NameTable::declare_range(std::string_view prefix, std::uint64_t count, Type type)
{
    return m_ranges.try_emplace({ m_current, prefix }, RegisterRange { count, type, m_current }).second;
}

std::optional<Symbol> NameTable::find(ScopeId scope, std::string_view name) const
{
    for (; scope != kModuleScope; scope = m_parents[scope]) {
        if (const auto found = m_symbols.find({ scope, name }); found != m_symbols.end())
            return found->second;
    }
    const auto found = m_module_symbols.find(name);
    return found == m_module_symbols.end() ? std::nullopt : std::optional { found->second };
}

std::optional<RegisterRange> NameTable::find_range(std::string_view name) const
{
    const std::size_t last_letter = name.find_last_not_of("0123456789");
    if (last_letter == std::string_view::npos || m_ranges.empty())
        return std::nullopt;
    // A prefix may itself end in digits, so every split is tried; a number of 64 bits has at most 20 digits.
    constexpr std::size_t kMaxDigits = 20;
    const std::size_t digits = name.size() - last_letter - 1;
    for (ScopeId scope = m_current; scope != kModuleScope; scope = m_parents[scope]) {
        if (m_symbols.contains({ scope, name }))
            return std::nullopt;
        for (std::size_t taken = std::min(digits, kMaxDigits); taken > 0; --taken) {
            const std::size_t prefix = name.size() - taken;
            const auto found = m_ranges.find({ scope, name.substr(0, prefix) });
            const auto number = register_number(name.substr(prefix));
            if (found != m_ranges.end() && number && *number < found->second.count)
                return found->second;
        }
    }
    return std::nullopt;
}

} // namespace warpstage::ptx
