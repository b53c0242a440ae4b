// Fetches of a whole warp from textures of frequent kinds, in each build of the hot files.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/instruction_set.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

// What a lane gets for a channel of a texel.
enum class ChannelKind : std::uint8_t {
    word, // its 32 bits
    byte, // an integer of 8 bits
    fraction, // an integer of 8 bits as a float from 0 to 1
};

enum class TexelMode : std::uint8_t { wrap, clamp, mirror, border };

// One axis of a texture without layers; see core/simt/texture/texture_sample.h for the rules.
struct TexelAxis {
    const void* coordinates = nullptr; // of 32 lanes: floats, or of tex1Dfetch() integers
    std::uint32_t extent = 1; // texels, at most kMaxTexels
    std::uint32_t stride = 0; // bytes between them
    TexelMode mode = TexelMode::clamp;
};
inline constexpr std::uint32_t kMaxTexels = 1U << 28U; // on an axis
inline constexpr std::uint32_t kMaxTextureBytes = 1U << 31U;

struct TexelFetch {
    const std::byte* texels = nullptr; // at most kMaxTextureBytes
    std::uint32_t dimensions = 1; // 1 or 2
    std::array<TexelAxis, 2> axes {};
    bool by_index = false; // tex1Dfetch(): the mode is TexelMode::border
    bool normalized = false; // coordinates
    bool linear = false; // filter; the channels are floats
    ChannelKind channel = ChannelKind::word;
    std::uint32_t channels = 1;
    std::array<std::uint32_t*, 4> results {}; // of 32 lanes; null: not wanted
    LaneMask active = 0;
    const std::int32_t* blend = nullptr; // WarpState::blend
};

struct TextureOperators {
    // False where a coordinate is NaN or very large; nothing is written then.
    bool (*fetch)(const TexelFetch& fetch);
};

[[nodiscard]] const TextureOperators& texture_operators(InstructionSet set);

#define OPERATOR_SET(id, name, level)                                                                                            \
    namespace id {                                                                                                               \
    [[nodiscard]] const TextureOperators& texture_operators();                                                                   \
    }
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET

} // namespace warpstage::simt
