// Reads the tables of a lesson.toml or exercise.toml and collects all mistakes with their lines. It includes the TOML parser, so
// only the files that read such tables include it.
#pragma once

#include "core/base/result.h"
#include "core/lesson/files/toml_text.h"
#include "core/problem/expressions/expression.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

[[nodiscard]] std::uint32_t line_of(const toml::node& node);

// A string, a number or a boolean as text; empty for another type.
[[nodiscard]] std::optional<std::string> scalar_of(const toml::node& node);

// A value that cannot be read is returned empty and reported as a mistake.
class TomlReader {
public:
    explicit TomlReader(std::string_view name)
        : m_name(name)
    {
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool failed() const { return !m_mistakes.empty(); }
    // "NAME:LINE: SENTENCE", in the order of detection; at least one if failed().
    [[nodiscard]] const std::vector<std::string>& mistakes() const { return m_mistakes; }
    [[nodiscard]] Error first_mistake() const { return { m_mistakes.front() }; }

    // Line 0: the whole file.
    void fail(std::uint32_t line, std::string_view what);

    void allow_keys(const toml::table& table, std::initializer_list<std::string_view> keys);

    // The node of a required key. `table_line`: reported if the key is missing.
    const toml::node* required(const toml::table& table, std::string_view key, std::uint32_t table_line);

    // A non-empty string.
    std::string text(const toml::table& table, std::string_view key, std::uint32_t table_line);
    // A string; empty if the key is absent.
    std::string optional_text(const toml::table& table, std::string_view key);
    // An id, as on the command line for --lesson and --variant.
    std::string id(const toml::table& table, std::uint32_t table_line);
    // A number; 0 if the key is absent.
    double real(const toml::table& table, std::string_view key);

    // A number or a string with an expression. Its names are resolved later.
    std::optional<problem::Expression> expression(const toml::node& node, std::string_view key);
    std::optional<problem::Expression> expression(const toml::table& table, std::string_view key, std::uint32_t table_line);
    // One expression, or an array of one to three.
    std::vector<problem::Expression> expressions(const toml::table& table, std::string_view key, std::uint32_t table_line);

    // The tables of [[key]]; empty if there are none.
    std::vector<const toml::table*> tables(const toml::table& table, std::string_view key);
    // The table of [key], or null.
    const toml::table* table(const toml::table& parent, std::string_view key);

private:
    std::string m_name;
    std::vector<std::string> m_mistakes;
};

} // namespace warpstage::lesson
