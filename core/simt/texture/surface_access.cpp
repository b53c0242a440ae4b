#include "core/simt/texture/surface_access.h"

#include "core/simt/lane_value.h"
#include "core/simt/texture/texture_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

namespace warpstage::simt {

namespace {

// Where one lane accesses its surface, as its instruction says it. `y` is in rows, `plane` a layer, a face or a slice.
struct SurfacePoint {
    std::int64_t x = 0; // bytes
    std::int64_t y = 0;
    std::int64_t plane = 0;
};

SurfacePoint surface_point(const WarpState& state, const SurfaceForm& form, unsigned lane)
{
    const auto coordinate = [&](std::size_t axis) {
        return form.coordinates[axis] == kNoRow ? 0 : lane_value<std::int32_t>(state, form.coordinates[axis], lane);
    };
    const std::int64_t layer = form.layer == kNoRow ? 0 : lane_value<std::uint32_t>(state, form.layer, lane);
    return { coordinate(0), coordinate(1), form.layer == kNoRow ? coordinate(2) : layer };
}

// The largest valid numbers for an access of `bytes`.
SurfacePoint last_point(const TextureDescription& surface, std::uint32_t bytes)
{
    return { static_cast<std::int64_t>(surface.row_bytes()) - bytes, static_cast<std::int64_t>(surface.height) - 1,
        static_cast<std::int64_t>(surface.planes()) - 1 };
}

// Bytes from the start of the surface; nothing outside it.
std::optional<std::uint64_t> offset_of(const TextureDescription& surface, const SurfaceForm& form, SurfacePoint point)
{
    const SurfacePoint last = last_point(surface, form.bytes());
    if (last.x < 0)
        return std::nullopt; // a row is shorter than the access
    if (form.bounds == SurfaceBounds::clamp)
        point = { std::clamp<std::int64_t>(point.x, 0, last.x), std::clamp<std::int64_t>(point.y, 0, last.y),
            std::clamp<std::int64_t>(point.plane, 0, last.plane) };
    if (point.x < 0 || point.x > last.x || point.y < 0 || point.y > last.y || point.plane < 0 || point.plane > last.plane)
        return std::nullopt;
    return static_cast<std::uint64_t>(point.plane) * surface.plane_bytes()
        + static_cast<std::uint64_t>(point.y) * surface.row_bytes() + static_cast<std::uint64_t>(point.x);
}

const TextureView* surface_of(const WarpState& state, const SurfaceForm& form, unsigned lane)
{
    return find_texture(state, lane_value<std::uint64_t>(state, form.handle, lane));
}

// The faces of a cube are layers for surface instructions.
bool has_geometry(const TextureDescription& surface, TextureGeometry geometry)
{
    return geometry == (surface.is_cube() ? TextureGeometry::planes : geometry_of(surface.shape));
}

RefusalKind surface_refusal(const WarpState& state, const SurfaceForm& form, unsigned lane)
{
    const TextureView* view = surface_of(state, form, lane);
    if (view == nullptr || view->texels == nullptr)
        return RefusalKind::texture_handle;
    if (!view->description.is_surface())
        return RefusalKind::texture_use;
    if (!has_geometry(view->description, form.geometry))
        return RefusalKind::texture_shape;
    const SurfacePoint point = surface_point(state, form, lane);
    if (point.x % form.bytes() != 0)
        return RefusalKind::surface_alignment;
    const bool outside = !offset_of(view->description, form, point);
    return outside && form.bounds != SurfaceBounds::zero ? RefusalKind::surface_bounds : RefusalKind::none;
}

void load_surface(const WarpState& state, const SurfaceForm& form, const std::byte* place, unsigned lane)
{
    for (std::size_t i = 0; i < form.elements; ++i) {
        std::uint64_t value = 0;
        if (place != nullptr)
            std::memcpy(&value, place + i * form.element_bytes, form.element_bytes);
        std::memcpy(state.registers + form.values[i] + std::size_t { lane } * form.lane_bytes, &value, form.lane_bytes);
    }
}

void store_surface(const WarpState& state, const SurfaceForm& form, std::byte* place, unsigned lane)
{
    for (std::size_t i = 0; i < form.elements; ++i) {
        const std::byte* const value = state.registers + form.values[i] + std::size_t { lane } * form.lane_bytes;
        std::memcpy(place + i * form.element_bytes, value, form.element_bytes);
    }
}

std::string_view function_of(const SurfaceForm& form)
{
    const GeometryTraits& traits = traits_of(form.geometry);
    return form.stores ? traits.surface_store : traits.surface_load;
}

} // namespace

bool access_surface(WarpState& state, const Operation& operation)
{
    const auto& form = form_of<SurfaceForm>(operation);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const RefusalKind refusal = surface_refusal(state, form, lane);
        if (refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, 0, 0 };
            return false;
        }
    }
    for_each_lane(state.active, [&](unsigned lane) {
        const TextureView& view = *surface_of(state, form, lane);
        const auto offset = offset_of(view.description, form, surface_point(state, form, lane));
        std::byte* const place = offset ? view.texels + *offset : nullptr;
        if (!form.stores)
            load_surface(state, form, place, lane);
        else if (place != nullptr)
            store_surface(state, form, place, lane);
    });
    return true;
}

Access surface_request(const WarpState& state, const SurfaceForm& form)
{
    Access request;
    request.kind = form.stores ? AccessKind::store : AccessKind::load;
    request.bytes = form.bytes();
    for_each_lane(state.active, [&](unsigned lane) {
        if (surface_refusal(state, form, lane) != RefusalKind::none)
            return;
        const TextureView& view = *surface_of(state, form, lane);
        const auto offset = offset_of(view.description, form, surface_point(state, form, lane));
        if (!offset)
            return;
        request.lanes |= LaneMask { 1 } << lane;
        request.addresses[lane] = view.memory + *offset;
    });
    return request;
}

void read_surface_values(WarpState& state, const Operation& operation, Access& request)
{
    for_each_lane(request.lanes, [&](unsigned lane) {
        const DeviceMemory::Region* region = find_region(state, operation.site, request.addresses[lane], request.bytes);
        std::memcpy(&request.values[lane], region->data + (request.addresses[lane] - region->base),
            std::min<std::size_t>(request.bytes, sizeof(request.values[lane])));
    });
}

SurfaceFault surface_fault(const WarpState& state, const SurfaceForm& form)
{
    const unsigned lane = state.refusal.lane;
    const TextureView* view = surface_of(state, form, lane);
    if (view == nullptr)
        return { TrapKind::invalid_texture,
            fmt::format("Invalid surface: {} received 0x{:x}, which is not a surface object of this launch", function_of(form),
                lane_value<std::uint64_t>(state, form.handle, lane)) };
    const TextureDescription& surface = view->description;
    if (state.refusal.kind == RefusalKind::texture_handle)
        return { TrapKind::invalid_texture,
            fmt::format("Invalid surface: {} received an object whose memory has been freed", function_of(form)) };
    if (state.refusal.kind == RefusalKind::texture_use)
        return { TrapKind::invalid_texture, fmt::format("Invalid surface: {} received a texture object", function_of(form)) };
    if (state.refusal.kind == RefusalKind::texture_shape)
        return { TrapKind::invalid_texture,
            fmt::format("Invalid surface: {} received a surface of another shape", function_of(form)) };
    const SurfacePoint point = surface_point(state, form, lane);
    if (state.refusal.kind == RefusalKind::surface_alignment)
        return { TrapKind::misaligned,
            fmt::format("Misaligned surface access: x is {} bytes in {}, which is not a multiple of {}", point.x,
                function_of(form), form.bytes()) };
    return { TrapKind::out_of_bounds,
        fmt::format("Invalid surface access: {} of {} bytes at x = {} bytes, y = {}, plane {} is outside the surface, which has "
                    "{} plane{} of {} rows of {} bytes",
            function_of(form), form.bytes(), point.x, point.y, point.plane, surface.planes(), surface.planes() == 1 ? "" : "s",
            surface.height, surface.row_bytes()) };
}

} // namespace warpstage::simt
