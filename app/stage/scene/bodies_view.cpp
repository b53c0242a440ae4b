#include "app/stage/scene/bodies_view.h"

namespace warpstage::stage {

ParticleView view_of_bodies(
    const session::Snapshot& model, const SceneChoices& choices, const BodiesPlace& place, const draw::Style& style)
{
    const session::ParticleFrame& frame = *model.scene->particles;
    const Camera& camera = choices.camera;
    draw::Rect room = place.scene;
    if (place.panels_shown)
        room.height -= 1.6F * style.smallest; // the legend
    ParticleView view;
    view.size = place.size;
    view.visible = place.scene.inset(-style.margin);
    view.projection = camera.projection(room, frame.radius);
    view.magnification = camera.magnification();
    view.speed = frame.speed;
    view.radius = frame.radius;
    if (!frame.z.empty())
        view.axes = camera.axes();
    view.coloring = frame.threads == 0 ? Coloring::speed : choices.coloring;
    view.threads = frame.threads;
    view.bodies_per_thread = frame.bodies_a_thread;
    const auto& recording = model.run->recording;
    // In a grid with slices, the blocks of a column compute the same bodies.
    if (recording != nullptr && frame.threads != 0) {
        const std::size_t of_block = view.bodies_per_block();
        const std::size_t columns = (frame.count + of_block - 1) / of_block;
        view.recorded_block = recording->trace.block % std::max<std::size_t>(1, columns);
    }
    return view;
}

} // namespace warpstage::stage
