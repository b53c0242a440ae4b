// The plural rule of a catalog, which selects the form of a noun for a count: "nplurals=3; plural=(n==1) ? 0 : …", a C expression
// in n.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::words {

class PluralRule {
public:
    // The rule of English: one form for 1 and one for other counts.
    PluralRule() = default;
    // Parses the value of the catalog's Plural-Forms; nothing if it is invalid.
    [[nodiscard]] static std::optional<PluralRule> parse(std::string_view header);

    [[nodiscard]] std::uint32_t forms() const { return m_forms; }
    // The index of the form, less than forms().
    [[nodiscard]] std::uint32_t form_of(std::uint64_t count) const;

private:
    std::uint32_t m_forms = 2;
    std::string m_expression = "n!=1";
};

} // namespace warpstage::words
