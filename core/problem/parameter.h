// Parameters that a presenter can set: declared by a problem and validated here, so an invalid value is reported and never used.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

struct Parameter {
    enum class Kind : std::uint8_t { integer, real, choice, text };
    // What the value means to reports and measurements, whatever the parameter is called.
    enum class Role : std::uint8_t { other, problem_size, block_size, element_type, seed };

    std::string id {}; // "n": what --set names
    std::string label {}; // "bodies"
    std::string unit {}; // "s", or empty
    Kind kind = Kind::integer;
    double minimum = 0.0;
    double maximum = 0.0;
    std::int64_t multiple_of = 1; // for integers
    std::string initial {}; // in input form: "4096", "2^22", "disk"
    std::vector<std::string> choices {}; // for a choice: all values; else suggestions for the stage
    Result<void> (*check)(std::string_view text) = nullptr; // for a text: validates it; null: every text is valid
    // Affects only the time and never the result: `warpstage tune` tries its choices.
    bool tunable = false;
    Role role = Role::other;
};

// The parameter of this role; null: the problem has none.
[[nodiscard]] const Parameter* find_role(const std::vector<Parameter>& parameters, Parameter::Role role);

// One checked value for each parameter of a problem.
class Settings {
public:
    // All initial values.
    [[nodiscard]] static Settings initial(const std::vector<Parameter>& parameters);

    // Integers may be written as "20480", "2^22" or "1e6". Errors: unknown name (with a similar one), not a number, out of range,
    // not a multiple.
    [[nodiscard]] Result<void> set(const std::vector<Parameter>& parameters, std::string_view id, std::string_view value);

    [[nodiscard]] std::int64_t integer(std::string_view id) const;
    [[nodiscard]] double real(std::string_view id) const;
    [[nodiscard]] const std::string& choice(std::string_view id) const;
    // The text as entered; for a text parameter without surrounding blanks.
    [[nodiscard]] const std::string& text(std::string_view id) const;

    bool operator==(const Settings&) const = default;

private:
    struct Value {
        std::string text;
        double number = 0.0;
        bool operator==(const Value&) const = default;
    };
    [[nodiscard]] const Value& value_of(std::string_view id) const;

    std::map<std::string, Value, std::less<>> m_values;
};

} // namespace warpstage::problem
