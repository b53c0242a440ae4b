// Output that the blocks of a launch print, first of one worker, then of all workers. The blocks with the lowest indices are
// kept, so the result does not depend on which worker ran which block.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace warpstage::simt {

class KeptOutput {
public:
    // `limit`: bytes.
    explicit KeptOutput(std::uint64_t limit)
        : m_limit(limit)
    {
    }

    void add(std::uint64_t block, std::string text)
    {
        if (text.empty())
            return;
        m_bytes += text.size();
        m_texts.emplace(block, std::move(text));
        while (m_bytes - m_texts.rbegin()->second.size() > m_limit) {
            m_bytes -= m_texts.rbegin()->second.size();
            m_texts.erase(std::prev(m_texts.end()));
        }
    }

    void add(const KeptOutput& other)
    {
        for (const auto& [block, text] : other.m_texts)
            add(block, text);
    }

    // At most `limit` bytes and a line that says so.
    [[nodiscard]] std::string joined() const
    {
        std::string joined;
        for (const auto& [block, text] : m_texts)
            joined += text;
        if (joined.size() > m_limit) {
            joined.resize(m_limit);
            joined += fmt::format("\n[output truncated: only the first {} bytes are kept]\n", m_limit);
        }
        return joined;
    }

private:
    std::uint64_t m_limit;
    std::map<std::uint64_t, std::string> m_texts; // by block
    std::size_t m_bytes = 0;
};

} // namespace warpstage::simt
