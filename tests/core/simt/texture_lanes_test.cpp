// A fetch of a warp gives each lane what it gets alone (texture_sample_test.cpp), with each build of the hot files.
#include "core/simt/texture/texture_fetch.h"
#include "core/simt/texture/texture_sample.h"
#include "core/simt/texture/texture_table.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kRowBytes = kMaxLanes * sizeof(std::uint32_t);
constexpr std::uint32_t kCoordinates = 0; // two rows
constexpr std::uint32_t kHandles = 2 * kRowBytes;
constexpr std::uint32_t kResults = kHandles + 2 * kRowBytes; // four rows
constexpr std::size_t kMemoryBytes = 1 << 16;

struct alignas(64) Registers {
    std::array<std::byte, kResults + 4 * kRowBytes> bytes {};

    template <typename Value> Value& at(std::uint32_t row, unsigned lane)
    {
        return *reinterpret_cast<Value*>(bytes.data() + row + lane * sizeof(Value));
    }
};

class Random {
public:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_engine()) % limit; }
    template <typename Value> Value one_of(const std::vector<Value>& values)
    {
        return values[below(static_cast<std::uint32_t>(values.size()))];
    }

private:
    std::mt19937 m_engine { 11 };
};

TextureDescription any_texture(Random& random)
{
    using enum TextureElement;
    const std::vector modes { AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border };
    TextureDescription texture;
    texture.shape = random.one_of<TextureShape>(
        { TextureShape::linear, TextureShape::pitched, TextureShape::array_1d, TextureShape::array_2d });
    texture.element = random.one_of<TextureElement>({ u8, u8, s8, u16, s16, u32, s32, f16, f32, f32, f32 });
    texture.channels = random.one_of<std::uint32_t>({ 1, 2, 4 });
    texture.width = 1 + random.below(texture.shape == TextureShape::pitched ? 4 : 40);
    if (texture.shape == TextureShape::pitched)
        texture.pitch = 64 * (1 + random.below(3));
    if (texture.shape == TextureShape::pitched || texture.shape == TextureShape::array_2d)
        texture.height = 1 + random.below(20);
    texture.address = { random.one_of(modes), random.one_of(modes), AddressMode::clamp };
    texture.filter = random.one_of<FilterMode>({ FilterMode::nearest, FilterMode::linear });
    texture.read = random.one_of<ReadMode>({ ReadMode::element, ReadMode::normalized_float });
    texture.coordinates = random.one_of<Coordinates>({ Coordinates::texels, Coordinates::normalized });
    return texture;
}

float any_coordinate(Random& random, const TextureDescription& texture)
{
    using Limits = std::numeric_limits<float>;
    const float unit = texture.coordinates == Coordinates::normalized ? 1.0F : static_cast<float>(texture.width);
    if (random.below(4) == 0)
        return unit * static_cast<float>(random.below(64)) / 8.0F - 2.0F * unit;
    if (random.below(200) == 0)
        return random.one_of<float>({ Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), 1e30F, -1e30F, 0x1p30F });
    if (random.below(100) == 0)
        return random.one_of<float>({ -0.0F, 1.0F, -1.0F, -1e-30F, 1e-30F, 1e8F, -1e8F, 0x1.fffffep29F });
    return unit * (static_cast<float>(random.below(1U << 24U)) / 0x1p22F - 1.5F);
}

Channels expected_of(const TextureDescription& texture, const std::byte* texels, Registers& registers, unsigned lane)
{
    if (texture.shape == TextureShape::linear)
        return filtered(texture, texels, fetch_footprint(texture, registers.at<std::int32_t>(kCoordinates, lane)));
    const TexturePoint point { registers.at<float>(kCoordinates, lane), registers.at<float>(kCoordinates + kRowBytes, lane) };
    return filtered(texture, texels, sample_footprint(texture, point));
}

// Of a sum of several NaN it is open which one it is.
bool is_same(std::uint32_t found, std::uint32_t expected, const TextureDescription& texture)
{
    const bool sum = texture.filter == FilterMode::linear && texture.element == TextureElement::f32;
    return found == expected || (sum && std::isnan(std::bit_cast<float>(found)) && std::isnan(std::bit_cast<float>(expected)));
}

} // namespace

TEST(TextureLanes, GetWhatEachGetsAlone)
{
    Random random;
    std::vector<std::byte> texels(kMemoryBytes);
    for (std::byte& byte : texels)
        byte = static_cast<std::byte>(random.below(256));
    int textures = 0;
    while (textures < 3000) {
        const TextureView view { any_texture(random), 0, texels.data() };
        const TextureDescription& texture = view.description;
        if (!check_texture(texture, kMemoryBytes, "t"))
            continue;
        ++textures;
        TextureForm form;
        form.action = texture.shape == TextureShape::linear ? TextureAction::fetch : TextureAction::sample;
        form.geometry = geometry_of(texture.shape);
        form.result = texture.gives_floats() ? TextureResult::floats : TextureResult::integers;
        form.handle = kHandles;
        form.coordinates = { kCoordinates, texture.dimensions() > 1 ? kCoordinates + kRowBytes : kNoRow, kNoRow };
        for (std::uint32_t i = 0; i < 4; ++i)
            form.results[i] = kResults + i * kRowBytes;
        if (random.below(2) == 0)
            form.results[random.below(4)] = kNoRow;

        const LaneMask active = random.below(2) == 0 ? ~LaneMask { 0 } : random.below(~0U) | 1U << random.below(32);
        Registers before;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            before.at<std::uint64_t>(kHandles, lane) = has_lane(active, lane) ? kFirstTexture : 0;
            before.at<float>(kCoordinates, lane) = any_coordinate(random, texture);
            before.at<float>(kCoordinates + kRowBytes, lane) = any_coordinate(random, texture);
            if (texture.shape == TextureShape::linear)
                before.at<std::int32_t>(kCoordinates, lane) = static_cast<std::int32_t>(random.below(60)) - 10;
        }
        for (const InstructionSet set : available_instruction_sets()) {
            Registers registers = before;
            form.operators = &texture_operators(set);
            Operation operation;
            point_to(operation, &form);
            WarpState state;
            state.registers = registers.bytes.data();
            state.textures = { &view, 1 };
            set_active(state, active);
            ASSERT_TRUE(fetch_texture(state, operation));
            for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                const Channels expected = expected_of(texture, texels.data(), before, lane);
                for (std::size_t i = 0; i < expected.size(); ++i) {
                    if (form.results[i] == kNoRow)
                        continue;
                    const auto found = registers.at<std::uint32_t>(form.results[i], lane);
                    ASSERT_TRUE(has_lane(active, lane) ? is_same(found, expected[i], texture) : found == 0)
                        << "texture " << textures << ", lane " << lane << ", channel " << i << ", " << name_of(set);
                }
            }
        }
    }
}

} // namespace warpstage::simt
