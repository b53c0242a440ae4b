// The rule of a catalog that says which form of a noun stands beside a count: "nplurals=3; plural=(n==1) ? 0 : …", an expression
// of C in n.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::words {

class PluralRule {
public:
    // Of one form for 1 and one for the rest, as English has.
    PluralRule() = default;
    // The value of the catalog's Plural-Forms; nothing where it cannot be read.
    [[nodiscard]] static std::optional<PluralRule> parse(std::string_view header);

    [[nodiscard]] std::uint32_t forms() const { return m_forms; }
    // Below forms().
    [[nodiscard]] std::uint32_t form_of(std::uint64_t count) const;

private:
    std::uint32_t m_forms = 2;
    std::string m_expression = "n!=1";
};

} // namespace warpstage::words
