// The words of one line of a script.
#pragma once

#include "app/stage/standard.h"
#include "core/base/text.h"

#include <charconv>

namespace warpstage::stage {

// Reads the arguments of a command in sequence. An invalid argument makes the line invalid.
class Words {
public:
    explicit Words(std::string_view line)
        : m_left(text::trim(line))
    {
    }

    [[nodiscard]] bool empty() const { return m_left.empty(); }
    [[nodiscard]] std::string_view left() const { return m_left; }
    [[nodiscard]] bool good() const { return m_good; }
    void require(bool condition) { m_good = m_good && condition; }

    // The next word; the line is invalid if it is missing.
    std::string word()
    {
        require(!m_left.empty());
        const auto end = m_left.find_first_of(" \t");
        std::string word { m_left.substr(0, end) };
        m_left = end == std::string_view::npos ? std::string_view {} : text::trim(m_left.substr(end));
        return word;
    }
    // The rest of the line as written; must not be empty.
    std::string rest()
    {
        require(!m_left.empty());
        return std::string { std::exchange(m_left, {}) };
    }
    template <typename Number> Number number()
    {
        const std::string text = word();
        Number number {};
        const auto* const end = text.data() + text.size();
        const auto [after, error] = std::from_chars(text.data(), end, number);
        require(error == std::errc {} && after == end);
        return number;
    }
    draw::Point point()
    {
        const auto x = number<float>();
        return { x, number<float>() };
    }

private:
    std::string_view m_left;
    bool m_good = true;
};

} // namespace warpstage::stage
