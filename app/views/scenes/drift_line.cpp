// "drift of energy 1.2e-05 of momentum 3.4e-08 after 1 234 steps": drift of conserved quantities, over the picture of the bodies.
#include "app/views/view.h"

namespace warpstage::views {

DrawList drift_view(const Scope& scope)
{
    const session::DriftView& drift = *scope.model.scene->drift;
    const Style& style = scope.style;
    const float width = scope.size.width;
    Canvas canvas(scope.size, style);
    canvas.tip({ 0, 0, width, scope.size.height },
        { tr("Drift"), tr("Numerical drift of energy and momentum, which the exact motion conserves."),
            trf("energy: {:.2e} of its initial value; momentum: {:.2e} of the summed magnitudes of all initial momenta",
                drift.energy, drift.momentum),
            tr("Computed in double precision from the displayed bodies."), {} });
    const float baseline = 1.1F * style.small;
    float x = 0.0F;
    const auto room_of = [&](const std::string& widest, Face face) {
        return room_for(widest, face, style.small) + canvas.units(6.0F);
    };
    const auto write = [&](const std::string& words, const std::string& widest, Face face, Color color) {
        const float room = room_of(widest, face);
        if (x + room > width)
            return;
        canvas.text({ x, baseline }, words, { face, style.small, color, Align::left, room });
        x += room;
    };
    const std::string widest = "0.0e-00  ";
    const auto number = [&](const char* name, double value) {
        if (x + room_of(name, Face::regular) + room_of(widest, Face::mono) > width) // a name without its number says nothing
            return;
        write(name, name, Face::regular, style.secondary);
        write(numf("{:.1e}", value), widest, Face::mono, style.text);
    };
    number(tr("drift of energy"), drift.energy);
    number(tr("of momentum"), drift.momentum);
    const std::string steps = trf("after {} steps", grouped_count(drift.steps));
    write(steps, steps, Face::regular, style.secondary);
    return canvas.finish();
}

} // namespace warpstage::views
