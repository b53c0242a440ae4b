// Where each shared variable that a kernel names lies in its block's shared memory.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::simt {

class SharedLayout {
public:
    SharedLayout(const ptx::Module& module, const ptx::Function& function);

    // Byte offset in the block's shared memory; nothing where no shared variable has this name.
    [[nodiscard]] std::optional<std::uint32_t> offset_of(std::string_view name) const;
    [[nodiscard]] std::uint32_t static_bytes() const { return m_static_bytes; }
    // Where `extern __shared__` arrays begin: behind the static part, all at one place, as the CUDA guide says.
    [[nodiscard]] std::uint32_t dynamic_offset() const { return m_dynamic_offset; }

private:
    void place(const ptx::Variable& variable);

    std::map<std::string, std::uint32_t, std::less<>> m_offsets;
    std::uint32_t m_static_bytes = 0;
    std::uint32_t m_dynamic_offset = 0;
};

} // namespace warpstage::simt
