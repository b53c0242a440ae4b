#include "core/simt/texture/texture_fetch.h"

#include "core/base/verify.h"
#include "core/simt/conversion.h"
#include "core/simt/lane_value.h"
#include "core/simt/texture/texture_sample.h"
#include "core/simt/texture/texture_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace warpstage::simt {

namespace {

const TextureView* view_of(const WarpState& state, const TextureForm& form, unsigned lane)
{
    return find_texture(state, lane_value<std::uint64_t>(state, form.handle, lane));
}

RefusalKind refusal_of(const TextureForm& form, const TextureView* view)
{
    if (view == nullptr || (view->texels == nullptr && form.action != TextureAction::query))
        return RefusalKind::texture_handle;
    const TextureDescription& texture = view->description;
    if (texture.use != form.use)
        return RefusalKind::texture_use;
    if (form.action == TextureAction::query)
        return RefusalKind::none;
    const bool is_linear = texture.shape == TextureShape::linear;
    if (is_linear != (form.action == TextureAction::fetch) || geometry_of(texture.shape) != form.geometry)
        return RefusalKind::texture_shape;
    return texture.gives_floats() == form.gives_floats() ? RefusalKind::none : RefusalKind::texture_element;
}

TexturePoint point_of(const WarpState& state, const TextureForm& form, unsigned lane)
{
    const auto coordinate = [&](std::size_t axis) {
        return form.coordinates[axis] == kNoRow ? 0.0F : lane_value<float>(state, form.coordinates[axis], lane);
    };
    return { coordinate(0), coordinate(1), coordinate(2),
        form.layer == kNoRow ? 0 : lane_value<std::uint32_t>(state, form.layer, lane) };
}

Footprint footprint_of(const WarpState& state, const TextureForm& form, const TextureFrame& texture, unsigned lane)
{
    if (form.action == TextureAction::fetch)
        return fetch_footprint(texture, lane_value<std::int32_t>(state, form.coordinates[0], lane));
    const TexturePoint point = point_of(state, form, lane);
    return form.action == TextureAction::gather ? gather_footprint(texture, point) : sample_footprint(texture, point);
}

// Of what does not have the property, 0.
std::uint64_t property_of(const TextureDescription& texture, TextureProperty property)
{
    switch (property) {
    case TextureProperty::width:
        return texture.width;
    case TextureProperty::height:
        return texture.dimensions() > 1 ? texture.height : 0;
    case TextureProperty::depth:
        return texture.dimensions() > 2 ? texture.depth : 0;
    case TextureProperty::array_size:
        return texture.is_layered() ? texture.planes() : 0;
    case TextureProperty::levels:
        return 1;
    case TextureProperty::normalized_coordinates:
        return texture.coordinates == Coordinates::normalized || texture.is_cube() ? 1 : 0;
    case TextureProperty::linear_layout:
        return texture.is_array() ? 0 : 1;
    }
    VERIFY_NOT_REACHED();
}

Channels result_of(
    const WarpState& state, const TextureForm& form, const TextureView& view, const TextureFrame& frame, unsigned lane)
{
    if (form.action == TextureAction::query)
        return { static_cast<std::uint32_t>(property_of(view.description, form.property)), 0, 0, 0 };
    const Footprint footprint = footprint_of(state, form, frame, lane);
    if (form.action != TextureAction::gather)
        return filtered(frame, view.texels, footprint);
    Channels result {};
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = channels_at(frame, view.texels, footprint.texels[i])[form.component];
    return result;
}

std::uint16_t half_of(std::uint32_t float_bits)
{
    return static_cast<std::uint16_t>(convert(float_bits, Conversion { ptx::Type::f16, ptx::Type::f32, 2, 4 }));
}

// As the registers hold them.
Channels packed(const Channels& channels, TextureResult result)
{
    Channels words = channels;
    if (result == TextureResult::halves)
        std::ranges::transform(channels, words.begin(), half_of);
    if (result == TextureResult::packed_halves) {
        for (std::size_t i = 0; i < 2; ++i)
            words[i] = half_of(channels[2 * i]) | std::uint32_t { half_of(channels[2 * i + 1]) } << 16U;
    }
    return words;
}

void note_resident(WarpState& state, std::uint32_t row)
{
    LaneMask predicate = 0;
    std::memcpy(&predicate, state.registers + row, sizeof(predicate));
    predicate |= state.active;
    std::memcpy(state.registers + row, &predicate, sizeof(predicate));
}

// What texture_operators() can fetch: from linear memory, a line or a plane of 32-bit numbers or of bytes.
std::optional<ChannelKind> channel_kind(const TextureDescription& texture)
{
    const bool linear = texture.filter == FilterMode::linear && texture.shape != TextureShape::linear;
    switch (texture.element) {
    case TextureElement::f32:
        return ChannelKind::word;
    case TextureElement::u32:
    case TextureElement::s32:
        return linear ? std::nullopt : std::optional { ChannelKind::word };
    case TextureElement::u8:
        if (texture.read == ReadMode::normalized_float)
            return ChannelKind::fraction;
        return linear ? std::nullopt : std::optional { ChannelKind::byte };
    case TextureElement::s8:
    case TextureElement::u16:
    case TextureElement::s16:
    case TextureElement::f16:
        return std::nullopt;
    }
    VERIFY_NOT_REACHED();
}

TexelMode texel_mode(AddressMode mode)
{
    switch (mode) {
    case AddressMode::wrap:
        return TexelMode::wrap;
    case AddressMode::clamp:
        return TexelMode::clamp;
    case AddressMode::mirror:
        return TexelMode::mirror;
    case AddressMode::border:
        return TexelMode::border;
    }
    VERIFY_NOT_REACHED();
}

// The view that all active lanes fetch from, or null.
const TextureView* common_view(const WarpState& state, const TextureForm& form)
{
    std::array<std::uint64_t, kMaxLanes> handles {};
    std::memcpy(handles.data(), state.registers + form.handle, sizeof handles);
    const std::uint64_t first = handles[lowest_lane(state.active)];
    std::uint64_t differs = 0;
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        differs |= state.blend[lane] != 0 ? handles[lane] ^ first : 0;
    return differs == 0 ? find_texture(state, first) : nullptr;
}

// All lanes at once; false where they must be fetched in sequence.
bool fetch_together(WarpState& state, const TextureForm& form)
{
    const bool by_index = form.action == TextureAction::fetch;
    if (!by_index && form.action != TextureAction::sample)
        return false;
    if ((form.result != TextureResult::integers && form.result != TextureResult::floats) || form.layer != kNoRow)
        return false;
    const TextureView* const view = common_view(state, form);
    if (refusal_of(form, view) != RefusalKind::none)
        return false;
    const TextureDescription& texture = view->description;
    const std::uint32_t dimensions = texture.dimensions();
    const std::optional<ChannelKind> kind = channel_kind(texture);
    if (!kind || dimensions > 2 || texture.is_cube() || texture.plane_bytes() >= kMaxTextureBytes)
        return false;
    TexelFetch fetch;
    fetch.texels = view->texels;
    fetch.dimensions = dimensions;
    fetch.by_index = by_index;
    fetch.normalized = texture.coordinates == Coordinates::normalized;
    fetch.linear = texture.filter == FilterMode::linear;
    fetch.channel = *kind;
    fetch.channels = texture.channels;
    fetch.active = state.active;
    fetch.blend = &state.blend[0];
    const std::array extents { texture.width, texture.height };
    const std::array<std::uint64_t, 2> strides { texture.texel_bytes(), texture.row_bytes() };
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        if (extents[axis] > kMaxTexels)
            return false;
        fetch.axes[axis] = { state.registers + form.coordinates[axis], static_cast<std::uint32_t>(extents[axis]),
            static_cast<std::uint32_t>(strides[axis]), by_index ? TexelMode::border : texel_mode(texture.address[axis]) };
    }
    for (std::size_t i = 0; i < form.results.size(); ++i)
        if (form.results[i] != kNoRow)
            fetch.results[i] = reinterpret_cast<std::uint32_t*>(state.registers + form.results[i]);
    return form.operators->fetch(fetch);
}

std::string_view function_name(const TextureForm& form)
{
    switch (form.action) {
    case TextureAction::fetch:
        return "tex1Dfetch()";
    case TextureAction::sample:
        return traits_of(form.geometry).texture_function;
    case TextureAction::gather:
        return "tex2Dgather()";
    case TextureAction::query:
        return form.use == TextureUse::surface ? "suq" : "txq";
    }
    VERIFY_NOT_REACHED();
}

const char* kind_of_number(bool floats)
{
    return floats ? "floats" : "integers";
}

} // namespace

bool fetch_texture(WarpState& state, const Operation& operation)
{
    const auto& form = form_of<TextureForm>(operation);
    if (fetch_together(state, form)) {
        if (form.resident != kNoRow)
            note_resident(state, form.resident);
        return true;
    }
    const TextureView* known = nullptr;
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const TextureView* const view = view_of(state, form, lane);
        if (view == known && view != nullptr)
            continue;
        const RefusalKind refusal = refusal_of(form, view);
        if (refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, 0, 0 };
            return false;
        }
        known = view;
    }
    known = nullptr;
    std::optional<TextureFrame> frame;
    for_each_lane(state.active, [&](unsigned lane) {
        const TextureView* const view = view_of(state, form, lane);
        if (view != known)
            frame.emplace(view->description);
        known = view;
        const Channels result = packed(result_of(state, form, *view, *frame, lane), form.result);
        const std::size_t bytes = form.result == TextureResult::halves ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
        for (std::size_t i = 0; i < result.size(); ++i) {
            if (form.results[i] == kNoRow)
                continue;
            std::byte* const place = state.registers + form.results[i] + lane * bytes;
            if (bytes == sizeof(std::uint32_t))
                std::memcpy(place, &result[i], sizeof(std::uint32_t));
            else
                std::memcpy(place, &result[i], sizeof(std::uint16_t));
        }
    });
    if (form.resident != kNoRow)
        note_resident(state, form.resident);
    return true;
}

std::vector<Access> texel_reads(const WarpState& state, const TextureForm& form)
{
    std::vector<Access> reads;
    if (form.action == TextureAction::query)
        return reads;
    for_each_lane(state.active, [&](unsigned lane) {
        const TextureView* view = view_of(state, form, lane);
        if (refusal_of(form, view) != RefusalKind::none)
            return;
        const Footprint footprint = footprint_of(state, form, view->description, lane);
        reads.resize(std::max<std::size_t>(reads.size(), footprint.count));
        for (unsigned i = 0; i < footprint.count; ++i) {
            if (footprint.texels[i].is_border())
                continue;
            const std::uint64_t offset = footprint.texels[i].offset;
            Access& read = reads[i];
            read.bytes = std::max(read.bytes, view->description.texel_bytes());
            read.lanes |= LaneMask { 1 } << lane;
            read.addresses[lane] = view->memory + offset;
            std::memcpy(&read.values[lane], view->texels + offset,
                std::min<std::size_t>(view->description.texel_bytes(), sizeof(read.values[lane])));
        }
    });
    return reads;
}

std::string texture_fault(const WarpState& state, const TextureForm& form)
{
    const unsigned lane = state.refusal.lane;
    const TextureView* view = view_of(state, form, lane);
    if (view == nullptr)
        return fmt::format("Invalid texture: {} received 0x{:x}, which is not a texture object of this launch",
            function_name(form), lane_value<std::uint64_t>(state, form.handle, lane));
    const TextureDescription& texture = view->description;
    if (state.refusal.kind == RefusalKind::texture_handle)
        return fmt::format("Invalid texture: {} received an object whose memory has been freed", function_name(form));
    if (state.refusal.kind == RefusalKind::texture_use)
        return fmt::format(
            "Invalid texture: {} received a {} object", function_name(form), texture.is_surface() ? "surface" : "texture");
    if (state.refusal.kind == RefusalKind::texture_shape)
        return fmt::format("Invalid texture: {} received {}", function_name(form), reader_of(texture.shape));
    return fmt::format("Invalid texture: {} reads {}, but this texture of {} returns {}", function_name(form),
        kind_of_number(form.gives_floats()), texel_name(texture), kind_of_number(texture.gives_floats()));
}

} // namespace warpstage::simt
