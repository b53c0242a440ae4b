// Which characters make up the numbers and names of formulas and access expressions.
#pragma once

namespace warpstage::problem {

[[nodiscard]] constexpr bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

[[nodiscard]] constexpr bool is_word(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character)
        || character == '_';
}

} // namespace warpstage::problem
