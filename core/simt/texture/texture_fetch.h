// tex, tld4 and txq: each lane of a warp has a handle and coordinates (PTX ISA, 9.7.10 "Texture Instructions").
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

enum class TextureAction : std::uint8_t {
    fetch, // tex with whole numbers: tex1Dfetch()
    sample, // tex: tex1D(), tex2D()
    gather, // tld4: tex2Dgather()
    width, // txq
    height,
};

struct TextureForm {
    TextureAction action = TextureAction::sample;
    std::uint32_t dimensions = 1; // 1 or 2; of a query 0
    bool gives_floats = false;
    std::uint32_t component = 0; // of a gather: which channel
    std::uint32_t handle = kNoRow; // 8 bytes a lane; all rows below 4
    std::array<std::uint32_t, 2> coordinates { kNoRow, kNoRow };
    std::array<std::uint32_t, 4> results { kNoRow, kNoRow, kNoRow, kNoRow }; // of a query the first alone
    std::uint32_t resident = kNoRow; // a predicate that becomes true: what is asked for is always there
};

// Handler of operations whose displacement is the address of a TextureForm.
bool fetch_texture(WarpState& state, const Operation& operation);

// What the lanes are about to read: one request for each texel of a filter, with addresses in global memory. Lanes whose texel is
// the border are in none. The rows may be overwritten by the fetch itself, so this is asked before.
[[nodiscard]] std::vector<Access> texel_reads(const WarpState& state, const TextureForm& form);

// Why the fetch was refused: "Invalid texture: ...".
[[nodiscard]] std::string texture_fault(const WarpState& state, const TextureForm& form);

} // namespace warpstage::simt
