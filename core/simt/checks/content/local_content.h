// Which words of the kernel's own local arrays a warp's threads have written. The arrays of functions that it calls are not
// followed: each call uses the same memory again.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class LocalContent {
public:
    LocalContent(const ptx::Function& kernel, std::uint32_t warps);

    // The next block starts.
    void clear();
    // Records the access; returns the first lane that reads words of which it has written none. A partly written structure may be
    // copied as a whole.
    [[nodiscard]] std::optional<unsigned> access(std::uint32_t warp, const Access& access);

private:
    static constexpr std::uint64_t kWordBytes = 4;

    std::uint64_t m_words; // per thread
    std::vector<LaneMask> m_written; // [warp][word]
};

} // namespace warpstage::simt
