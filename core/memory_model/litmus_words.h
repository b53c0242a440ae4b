// Words of litmus tests and their values.
#pragma once

#include "core/memory_model/litmus_test.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::memory_model {

template <typename T> struct Word {
    std::string_view word;
    T value;
};

constexpr std::array kProxies { Word<Proxy> { "generic", Proxy::generic }, Word<Proxy> { "constant", Proxy::constant },
    Word<Proxy> { "texture", Proxy::texture }, Word<Proxy> { "surface", Proxy::surface } };
template <typename T, std::size_t kCount> std::optional<T> find(const std::array<Word<T>, kCount>& words, std::string_view word)
{
    const auto found = std::ranges::find(words, word, &Word<T>::word);
    return found == words.end() ? std::nullopt : std::optional { found->value };
}

} // namespace warpstage::memory_model
