// The offset of each shared variable, used by a kernel or the functions that it calls, in its block's shared memory.
#pragma once

#include "core/ptx/ast.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::simt {

class SharedLayout {
public:
    // `functions`: all functions that may run.
    SharedLayout(const ptx::Module& module, const std::vector<const ptx::Function*>& functions);

    // Byte offset in the block's shared memory; empty if no shared variable has this name in the function.
    [[nodiscard]] std::optional<std::uint32_t> offset_of(const ptx::Function& function, std::string_view name) const;
    [[nodiscard]] std::uint32_t static_bytes() const { return m_static_bytes; }
    // Start of the `extern __shared__` arrays: after the static part, all at one address, as the CUDA guide specifies.
    [[nodiscard]] std::uint32_t dynamic_offset() const { return m_dynamic_offset; }

private:
    // A variable and the function that declares it; null for the module's variables.
    struct Declared {
        const ptx::Function* function;
        const ptx::Variable* variable;
    };
    using Key = std::pair<const ptx::Function*, std::string_view>;

    void place(const Declared& declared);

    std::map<Key, std::uint32_t> m_offsets;
    std::uint32_t m_static_bytes = 0;
    std::uint32_t m_dynamic_offset = 0;
};

// Of a kernel with all functions that it may run.
[[nodiscard]] std::uint32_t static_shared_bytes(const ptx::Module& module, const ptx::Function& kernel);

} // namespace warpstage::simt
