// tex, tld4, txq and suq: each lane of a warp has a handle and coordinates (PTX ISA, 9.7.10 "Texture Instructions").
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/operators/texture_operators.h"
#include "core/simt/texture/texture_geometry.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::simt {

enum class TextureAction : std::uint8_t {
    fetch, // tex with integers: tex1Dfetch()
    sample, // tex: tex1D(), tex2D(), tex3D(), ...
    gather, // tld4: tex2Dgather()
    query, // txq, suq
};

// What txq and suq ask (PTX ISA, 9.7.10.4 "txq" and 9.7.11.5 "suq").
enum class TextureProperty : std::uint8_t { width, height, depth, array_size, levels, normalized_coordinates, linear_layout };

enum class TextureResult : std::uint8_t { integers, floats, halves, packed_halves };

struct TextureForm {
    TextureAction action = TextureAction::sample;
    TextureGeometry geometry = TextureGeometry::line; // not of a query
    TextureUse use = TextureUse::texture;
    TextureResult result = TextureResult::integers;
    TextureProperty property = TextureProperty::width; // of a query
    std::uint32_t component = 0; // channel of a gather
    std::uint32_t handle = kNoRow; // 8 bytes per lane
    std::uint32_t layer = kNoRow; // 4 bytes per lane
    std::array<std::uint32_t, 3> coordinates { kNoRow, kNoRow, kNoRow }; // 4 bytes per lane
    // 4 bytes per lane, 2 for TextureResult::halves; a query uses the first only, packed halves the first two.
    std::array<std::uint32_t, 4> results { kNoRow, kNoRow, kNoRow, kNoRow };
    std::uint32_t resident = kNoRow; // a predicate that becomes true: all requested memory is resident
    const TextureOperators* operators = nullptr; // not of a query

    [[nodiscard]] bool gives_floats() const { return result != TextureResult::integers; }
};

// Handler of operations whose displacement is the address of a TextureForm.
bool fetch_texture(WarpState& state, const Operation& operation);

// The reads of the lanes: one request for each texel of a filter, with addresses in global memory. Lanes whose texel is the
// border are in none. Call it before the fetch, which may overwrite the rows.
[[nodiscard]] std::vector<Access> texel_reads(const WarpState& state, const TextureForm& form);

// The reason why the fetch was rejected: "Invalid texture: ...".
[[nodiscard]] std::string texture_fault(const WarpState& state, const TextureForm& form);

} // namespace warpstage::simt
