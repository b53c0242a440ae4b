// Offsets of a function's variables in its frame, a part of each thread's local memory: first its .local variables, then its
// parameters and return values, then the .param variables of the calls in its body.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

struct FramePlace {
    std::uint64_t offset = 0; // bytes from the start of the frame
    std::uint64_t bytes = 0;
};

class FrameLayout {
public:
    // The function must outlive it. A kernel's parameters are not in its frame.
    explicit FrameLayout(const ptx::Function& function);

    [[nodiscard]] std::optional<FramePlace> find(std::string_view name) const;
    [[nodiscard]] const std::vector<FramePlace>& parameters() const { return m_parameters; }
    [[nodiscard]] const std::vector<FramePlace>& returns() const { return m_returns; }
    [[nodiscard]] std::uint64_t bytes() const; // a multiple of kFrameAlignment

    static constexpr std::uint64_t kFrameAlignment = 16;

private:
    FramePlace place(std::string_view name, std::uint64_t bytes, std::uint64_t alignment);

    std::unordered_map<std::string_view, FramePlace> m_places;
    std::vector<FramePlace> m_parameters;
    std::vector<FramePlace> m_returns;
    std::uint64_t m_bytes = 0;
};

} // namespace warpstage::simt
