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
    fetch, // tex with integers: tex1Dfetch()
    sample, // tex: tex1D(), tex2D()
    gather, // tld4: tex2Dgather()
    width, // txq
    height,
};

struct TextureForm {
    TextureAction action = TextureAction::sample;
    std::uint32_t dimensions = 1; // 1 or 2; 0 for a query
    bool gives_floats = false;
    std::uint32_t component = 0; // channel of a gather
    std::uint32_t handle = kNoRow; // 8 bytes per lane; all rows below 4
    std::array<std::uint32_t, 2> coordinates { kNoRow, kNoRow };
    std::array<std::uint32_t, 4> results { kNoRow, kNoRow, kNoRow, kNoRow }; // a query uses the first only
    std::uint32_t resident = kNoRow; // a predicate that becomes true: all requested memory is resident
};

// Handler of operations whose displacement is the address of a TextureForm.
bool fetch_texture(WarpState& state, const Operation& operation);

// The reads of the lanes: one request for each texel of a filter, with addresses in global memory. Lanes whose texel is the
// border are in none. Call it before the fetch, which may overwrite the rows.
[[nodiscard]] std::vector<Access> texel_reads(const WarpState& state, const TextureForm& form);

// The reason why the fetch was rejected: "Invalid texture: ...".
[[nodiscard]] std::string texture_fault(const WarpState& state, const TextureForm& form);

} // namespace warpstage::simt
