// Reads the tables of a lesson.toml and keeps everything that is wrong with it, each with its line. Private to this folder: it
// brings the TOML parser along.
#pragma once

#include "core/base/result.h"
#include "core/problem/expressions/expression.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The parser as part of this folder and without exceptions: nothing to link, and nothing can leave it.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace warpstage::lesson {

[[nodiscard]] std::uint32_t line_of(const toml::node& node);

// A text, a number, true or false as a text; nothing for another value.
[[nodiscard]] std::optional<std::string> scalar_of(const toml::node& node);

// What cannot be read comes back as an empty value, and is a mistake.
class TomlReader {
public:
    explicit TomlReader(std::string_view name)
        : m_name(name)
    {
    }

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool failed() const { return !m_mistakes.empty(); }
    // "NAME:LINE: SENTENCE", in the order they were found; at least one where failed().
    [[nodiscard]] const std::vector<std::string>& mistakes() const { return m_mistakes; }
    [[nodiscard]] Error first_mistake() const { return { m_mistakes.front() }; }

    // Line 0: the whole file.
    void fail(std::uint32_t line, std::string_view what);

    void allow_keys(const toml::table& table, std::initializer_list<std::string_view> keys);

    // The node of a key that must be there. `table_line` is where to look for it.
    const toml::node* required(const toml::table& table, std::string_view key, std::uint32_t table_line);

    // A text that is not empty.
    std::string text(const toml::table& table, std::string_view key, std::uint32_t table_line);
    // Likewise; empty where the key is absent.
    std::string optional_text(const toml::table& table, std::string_view key);
    // What --lesson and --variant take on the command line.
    std::string id(const toml::table& table, std::uint32_t table_line);
    // A number, 0 where the key is absent.
    double real(const toml::table& table, std::string_view key);

    // A number or a text that is an expression. What its names stand for is seen later.
    std::optional<problem::Expression> expression(const toml::node& node, std::string_view key);
    std::optional<problem::Expression> expression(const toml::table& table, std::string_view key, std::uint32_t table_line);
    // One expression, or an array of one to three.
    std::vector<problem::Expression> expressions(const toml::table& table, std::string_view key, std::uint32_t table_line);

    // The tables of [[key]]; empty where there are none.
    std::vector<const toml::table*> tables(const toml::table& table, std::string_view key);
    // The table of [key], or null.
    const toml::table* table(const toml::table& parent, std::string_view key);

private:
    std::string m_name;
    std::vector<std::string> m_mistakes;
};

} // namespace warpstage::lesson
