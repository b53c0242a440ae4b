// Names of parametrised tests: words instead of numbers, the same in every run. GoogleTest would show the address of a string.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>

namespace warpstage::testing_names {

// Letters and digits, all else as an underscore: what GoogleTest allows.
inline std::string word_of(std::string_view text)
{
    std::string word;
    for (const char letter : text) {
        const bool kept =
            (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        word += kept ? letter : '_';
    }
    return word;
}

template <typename First, typename Second> std::string word_of(const std::pair<First, Second>& both)
{
    return word_of(both.first) + "_" + word_of(both.second);
}

// Of a test with a string, or with a tuple of strings and pairs of strings.
inline std::string name_of(const testing::TestParamInfo<const char*>& tested)
{
    return word_of(tested.param);
}

template <typename... Parts> std::string name_of(const testing::TestParamInfo<std::tuple<Parts...>>& tested)
{
    return std::apply(
        [](const auto& first, const auto&... others) { return (word_of(first) + ... + ("_" + word_of(others))); }, tested.param);
}

} // namespace warpstage::testing_names
