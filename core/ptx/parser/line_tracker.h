// Maps instructions to source lines: the state that `.loc` directives set within one function.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace warpstage::ptx {

struct SourcePlace {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    bool operator<(const SourcePlace& other) const
    {
        return std::tie(file, line, column) < std::tie(other.file, other.line, other.column);
    }
};

class LineTracker {
public:
    // A `.loc` directive; `call_site` is its `inlined_at`.
    void mark(const SourcePlace& place, const std::optional<SourcePlace>& call_site);

    // Location of the instructions that follow.
    [[nodiscard]] const SourceLocation& current() const { return m_current; }
    // Location of the first `.loc` of the function: its opening brace.
    [[nodiscard]] const SourceLocation& first() const { return m_first; }

private:
    [[nodiscard]] std::uint32_t outermost_line(const SourcePlace& call_site) const;

    SourceLocation m_current;
    SourceLocation m_first;
    // Locations that were themselves inlined, with the line in the kernel at which they were last inlined.
    std::map<SourcePlace, std::uint32_t> m_inlined_places;
};

} // namespace warpstage::ptx
