// Maps instructions to source lines: the state that `.loc` directives set within one function.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

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

    // An instruction follows.
    void count_instruction() { m_chain_of.push_back(m_chain); }
    // Gives the instructions that were inlined from a header of the toolkit, such as those of `__shfl_sync`, the location of
    // their call in other code. `is_toolkit`: by file.
    void leave_toolkit(std::vector<Instruction>& instructions, const std::vector<bool>& is_toolkit) const;

    // Location of the instructions that follow.
    [[nodiscard]] const SourceLocation& current() const { return m_current; }
    // Location of the first `.loc` of the function: its opening brace.
    [[nodiscard]] const SourceLocation& first() const { return m_first; }

private:
    using Chain = std::vector<SourcePlace>; // call sites, from the direct one to the one in the function itself

    SourceLocation m_current;
    SourceLocation m_first;
    std::vector<Chain> m_chains { Chain {} }; // the first one: code that is not inlined
    std::uint32_t m_chain = 0; // of the instructions that follow
    std::vector<std::uint32_t> m_chain_of; // by instruction
    // Locations that were themselves inlined, with the chain of the call at which they were last inlined.
    std::map<SourcePlace, std::uint32_t> m_inlined_places;
};

// By file: whether it is a header of the CUDA toolkit or of the system, whose lines do not help the reader.
[[nodiscard]] std::vector<bool> find_toolkit_files(const std::vector<std::string>& files);

} // namespace warpstage::ptx
