// What a presenter can set: declared by a problem, checked here, so that a wrong value is one sentence and never a wrong run.
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

    std::string id {}; // "n": what --set names
    std::string label {}; // "bodies"
    std::string unit {}; // "s", or empty
    Kind kind = Kind::integer;
    double minimum = 0.0;
    double maximum = 0.0;
    std::int64_t multiple_of = 1; // integers
    std::string initial {}; // as it would be typed: "4096", "2^22", "disk"
    std::vector<std::string> choices {}; // of a choice: all values; else suggestions for the stage
    Result<void> (*check)(std::string_view text) = nullptr; // of a text: an error is what is wrong with it; null: nothing can be
    // Changes how fast a result is there and never the result: `warpstage tune` tries its choices.
    bool tunable = false;
};

// One checked value for each parameter of a problem.
class Settings {
public:
    // Initial values everywhere.
    [[nodiscard]] static Settings initial(const std::vector<Parameter>& parameters);

    // Integers may be written "20480", "2^22" or "1e6". Errors: unknown name (with the nearest one), not a number, out of range,
    // not a multiple.
    [[nodiscard]] Result<void> set(const std::vector<Parameter>& parameters, std::string_view id, std::string_view value);

    [[nodiscard]] std::int64_t integer(std::string_view id) const;
    [[nodiscard]] double real(std::string_view id) const;
    [[nodiscard]] const std::string& choice(std::string_view id) const;
    // As it was typed; that of a text without the blanks around it.
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
