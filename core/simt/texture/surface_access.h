// suld and sust: each lane of a warp has a handle and coordinates, of which x counts bytes (PTX ISA, 9.7.11 "Surface
// Instructions").
#pragma once

#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/texture/texture_geometry.h"
#include "core/simt/trap.h"

#include <array>
#include <cstdint>
#include <string>

namespace warpstage::simt {

// What an access outside the surface does.
enum class SurfaceBounds : std::uint8_t {
    trap,
    clamp, // it accesses the nearest place inside
    zero, // a load gives 0, a store does nothing
};

struct SurfaceForm {
    bool stores = false;
    TextureGeometry geometry = TextureGeometry::line; // not a cube: its faces are layers
    SurfaceBounds bounds = SurfaceBounds::trap;
    std::uint8_t elements = 1; // 1, 2 or 4
    std::uint8_t element_bytes = 4; // in the surface: 1, 2, 4 or 8
    std::uint8_t lane_bytes = 4; // of the registers, which may be wider
    std::uint32_t handle = kNoRow; // 8 bytes per lane
    std::uint32_t layer = kNoRow; // 4 bytes per lane
    std::array<std::uint32_t, 3> coordinates { kNoRow, kNoRow, kNoRow }; // 4 bytes per lane
    std::array<std::uint32_t, 4> values { kNoRow, kNoRow, kNoRow, kNoRow };

    [[nodiscard]] std::uint32_t bytes() const { return std::uint32_t { elements } * element_bytes; }
};

// Handler of operations whose displacement is the address of a SurfaceForm.
bool access_surface(WarpState& state, const Operation& operation);

// The request of the lanes, with addresses in global memory and without values. Lanes outside the surface are not in it. Call it
// before the access, which may overwrite the rows.
[[nodiscard]] Access surface_request(const WarpState& state, const SurfaceForm& form);

// Adds the values to the request after the access.
void read_surface_values(WarpState& state, const Operation& operation, Access& request);

// Why the access was rejected.
struct SurfaceFault {
    TrapKind kind = TrapKind::invalid_texture;
    std::string what; // "Invalid surface: ..."
};
[[nodiscard]] SurfaceFault surface_fault(const WarpState& state, const SurfaceForm& form);

} // namespace warpstage::simt
