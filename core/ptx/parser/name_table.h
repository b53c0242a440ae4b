// The meaning of names, scope by scope (PTX ISA, section 5.4: braces open a scope; an inner name hides an outer one). The names
// are views into the text, which must outlive the table.
#pragma once

#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpstage::ptx {

using ScopeId = std::uint32_t;

struct Symbol {
    enum class Kind : std::uint8_t {
        register_,
        label,
        variable,
        parameter,
        module_variable,
        function,
        branch_table, // ".branchtargets"
        prototype, // ".callprototype" and ".calltargets"
    };
    Kind kind = Kind::register_;
    std::uint32_t index = 0; // register id, instruction, or position in the list of its kind
};

// "%r<41>" declares %r0 to %r40.
struct RegisterRange {
    std::uint64_t count = 0;
    Type type = Type::b32;
    ScopeId scope = 0;
};

class NameTable {
public:
    // Scope 0 is the module's. Scopes of a function are removed at its end.
    static constexpr ScopeId kModuleScope = 0;

    void open_scope();
    void close_scope();
    void forget_function_scopes();

    [[nodiscard]] ScopeId current() const { return m_current; }
    [[nodiscard]] std::size_t depth() const { return m_depth; }

    // False if the scope already has this name.
    bool declare(ScopeId scope, std::string_view name, Symbol symbol);
    bool declare_range(std::string_view prefix, std::uint64_t count, Type type);

    // The innermost declaration visible from `scope`.
    [[nodiscard]] std::optional<Symbol> find(ScopeId scope, std::string_view name) const;
    // The innermost range that contains this register, unless a nearer scope declares the name itself.
    [[nodiscard]] std::optional<RegisterRange> find_range(std::string_view name) const;

private:
    struct Key {
        ScopeId scope = 0;
        std::string_view name;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const
        {
            constexpr auto kGoldenRatio = static_cast<std::size_t>(0x9e3779b97f4a7c15); // mixes the scope into all bits
            return std::hash<std::string_view> {}(key.name) ^ (key.scope * kGoldenRatio);
        }
    };

    ScopeId m_current = kModuleScope;
    std::size_t m_depth = 0;
    std::vector<ScopeId> m_parents { kModuleScope };
    std::unordered_map<std::string_view, Symbol> m_module_symbols;
    std::unordered_map<Key, Symbol, Hash> m_symbols;
    std::unordered_map<Key, RegisterRange, Hash> m_ranges;
};

} // namespace warpstage::ptx
