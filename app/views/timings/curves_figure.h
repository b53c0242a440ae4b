// Curves with names at their ends: bandwidth against offset or stride, throughput against resident warps. Measured values are a
// solid line with filled marks; computed values are dashed and published values dotted, both with hollow marks.
#pragma once

#include "app/draw/axis.h"
#include "app/views/drawing.h"

namespace warpstage::views {

// The source of a number; always shown.
enum class Origin : unsigned char { measured, emulated, estimated, computed, published };
[[nodiscard]] std::string name_of(Origin origin);

struct CurvePoint {
    double x = 0.0;
    double y = 0.0;
};

struct Curve {
    std::string name; // "CC 9.0", "float4"
    Origin origin = Origin::measured;
    std::vector<CurvePoint> points; // by ascending x
};

struct LimitLine {
    double value = 0.0;
    std::string name; // "speed of light: 4 800 GB/s"
};

struct CurvesInput {
    std::string title = tr("Bandwidth");
    std::string x_name; // "offset in elements"
    std::string y_name; // "bandwidth"
    std::string y_unit; // "B/s"; values are written with a power-of-ten prefix before it. Empty: plain numbers
    Spacing x_spacing = Spacing::linear;
    std::vector<Curve> curves;
    std::optional<LimitLine> limit;
    std::string subtitle;
};

[[nodiscard]] DrawList curves_figure(const CurvesInput& input, Size size, const Style& style);

} // namespace warpstage::views
