#include "core/simt/texture/texture_fetch.h"

#include "core/base/verify.h"
#include "core/simt/lane_value.h"
#include "core/simt/texture/texture_sample.h"
#include "core/simt/texture/texture_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpstage::simt {

namespace {

// Null if the handle is invalid.
const TextureView* view_of(const WarpState& state, const TextureForm& form, unsigned lane)
{
    const std::uint64_t index = lane_value<std::uint64_t>(state, form.handle, lane) - kFirstTexture;
    return index < state.textures.count ? state.textures.first + index : nullptr;
}

bool is_query(const TextureForm& form)
{
    return form.action == TextureAction::width || form.action == TextureAction::height;
}

RefusalKind refusal_of(const TextureForm& form, const TextureView* view)
{
    if (view == nullptr)
        return RefusalKind::texture_handle;
    if (is_query(form))
        return RefusalKind::none;
    const TextureDescription& texture = view->description;
    const bool is_linear = texture.shape == TextureShape::linear;
    const std::uint32_t dimensions = texture.has_two_dimensions() ? 2 : 1;
    if (is_linear != (form.action == TextureAction::fetch) || dimensions != form.dimensions)
        return RefusalKind::texture_shape;
    return texture.gives_floats() == form.gives_floats ? RefusalKind::none : RefusalKind::texture_element;
}

Footprint footprint_of(const WarpState& state, const TextureForm& form, const TextureDescription& texture, unsigned lane)
{
    if (form.action == TextureAction::fetch)
        return fetch_footprint(texture, lane_value<std::int32_t>(state, form.coordinates[0], lane));
    const auto x = lane_value<float>(state, form.coordinates[0], lane);
    const float y = form.dimensions == 2 ? lane_value<float>(state, form.coordinates[1], lane) : 0.0F;
    return form.action == TextureAction::gather ? gather_footprint(texture, x, y) : sample_footprint(texture, x, y);
}

Channels result_of(const WarpState& state, const TextureForm& form, const TextureView& view, unsigned lane)
{
    const TextureDescription& texture = view.description;
    if (form.action == TextureAction::width)
        return { static_cast<std::uint32_t>(texture.width), 0, 0, 0 };
    if (form.action == TextureAction::height)
        return { static_cast<std::uint32_t>(texture.height), 0, 0, 0 };
    const Footprint footprint = footprint_of(state, form, texture, lane);
    if (form.action != TextureAction::gather)
        return filtered(texture, view.texels, footprint);
    Channels result {};
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = channels_at(texture, view.texels, footprint.texels[i])[form.component];
    return result;
}

void note_resident(WarpState& state, std::uint32_t row)
{
    LaneMask predicate = 0;
    std::memcpy(&predicate, state.registers + row, sizeof(predicate));
    predicate |= state.active;
    std::memcpy(state.registers + row, &predicate, sizeof(predicate));
}

const char* function_name(const TextureForm& form)
{
    switch (form.action) {
    case TextureAction::fetch:
        return "tex1Dfetch()";
    case TextureAction::sample:
        return form.dimensions == 1 ? "tex1D()" : "tex2D()";
    case TextureAction::gather:
        return "tex2Dgather()";
    case TextureAction::width:
    case TextureAction::height:
        return "txq";
    }
    VERIFY_NOT_REACHED();
}

const char* reader_of(TextureShape shape)
{
    switch (shape) {
    case TextureShape::linear:
        return "linear memory, which only tex1Dfetch() reads";
    case TextureShape::pitched:
        return "pitched memory, which tex2D() reads";
    case TextureShape::array_1d:
        return "an array of one dimension, which tex1D() reads";
    case TextureShape::array_2d:
        return "an array of two dimensions, which tex2D() reads";
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
    const auto& form = *std::bit_cast<const TextureForm*>(operation.displacement);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const RefusalKind refusal = refusal_of(form, view_of(state, form, lane));
        if (refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, 0, 0 };
            return false;
        }
    }
    for_each_lane(state.active, [&](unsigned lane) {
        const Channels result = result_of(state, form, *view_of(state, form, lane), lane);
        for (std::size_t i = 0; i < result.size(); ++i) {
            if (form.results[i] != kNoRow)
                std::memcpy(
                    state.registers + form.results[i] + std::size_t { lane } * sizeof(result[i]), &result[i], sizeof(result[i]));
        }
    });
    if (form.resident != kNoRow)
        note_resident(state, form.resident);
    return true;
}

std::vector<Access> texel_reads(const WarpState& state, const TextureForm& form)
{
    std::vector<Access> reads;
    if (is_query(form))
        return reads;
    for_each_lane(state.active, [&](unsigned lane) {
        const TextureView* view = view_of(state, form, lane);
        if (refusal_of(form, view) != RefusalKind::none)
            return;
        const Footprint footprint = footprint_of(state, form, view->description, lane);
        reads.resize(std::max<std::size_t>(reads.size(), footprint.count));
        for (unsigned i = 0; i < footprint.count; ++i) {
            if (!footprint.texels[i].offset)
                continue;
            const std::uint64_t offset = *footprint.texels[i].offset;
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
    if (state.refusal.kind == RefusalKind::texture_shape)
        return fmt::format("Invalid texture: {} received {}", function_name(form), reader_of(texture.shape));
    return fmt::format("Invalid texture: {} reads {}, but this texture of {} returns {}", function_name(form),
        kind_of_number(form.gives_floats), texel_name(texture), kind_of_number(texture.gives_floats()));
}

} // namespace warpstage::simt
