// The text of an access expression as a tree.
#pragma once

#include "core/problem/access_expression.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// Precedence climbing. After the first problem every function returns nothing, and failed() says what it was and where.
class AccessExpressionParser {
public:
    struct Failure {
        std::string sentence;
        std::size_t position = 0;
    };

    AccessExpressionParser(std::string_view text, const std::vector<std::string>& constants)
        : m_text(text)
        , m_constants(constants)
    {
    }

    // The root, an index into nodes().
    [[nodiscard]] std::optional<std::size_t> parse();
    [[nodiscard]] const Failure& failure() const { return *m_failure; }
    [[nodiscard]] std::vector<AccessExpression::Node>& nodes() { return m_nodes; }

private:
    using Index = std::optional<std::size_t>;

    Index fail(std::string sentence, std::size_t position);
    void skip_blanks();
    [[nodiscard]] bool take(std::string_view word);
    Index add(AccessExpression::Node node);
    Index conditional();
    Index binary(int lowest_level);
    Index unary();
    Index primary();
    Index number();
    Index name();

    std::string_view m_text;
    const std::vector<std::string>& m_constants;
    std::size_t m_at = 0;
    std::vector<AccessExpression::Node> m_nodes;
    std::optional<Failure> m_failure;
};

} // namespace warpstage::problem
