#include "app/views/scenes/applicable.h"

#include "app/views/frame/panel.h"
#include "core/session/recording/hazard_playback.h"

namespace warpstage::views {

namespace {

// The subject of a lesson, unless it would answer the current question.
problem::SceneDetail detail_of(const session::Snapshot& model)
{
    return is_asking(model) ? problem::SceneDetail::values : model.scene->detail;
}

} // namespace

bool has_hazard(const session::Snapshot& model)
{
    return !is_asking(model) && session::has_hazard_scene(model);
}

bool has_bodies(const session::Snapshot& model)
{
    return model.scene->particles != nullptr;
}

bool has_matrix(const session::Snapshot& model)
{
    return model.scene->matrix != nullptr;
}

bool has_array(const session::Snapshot& model)
{
    return model.scene->array != nullptr;
}

bool has_warp_accesses(const session::Snapshot& model)
{
    return has_sectors(model) && model.run->recording != nullptr && !model.run->wrong_element
        && std::ranges::any_of(
            model.run->accesses, [](const session::AccessView& access) { return access.space == ptx::StateSpace::global; });
}

bool has_sectors(const session::Snapshot& model)
{
    return has_matrix(model) && detail_of(model) == problem::SceneDetail::sectors && model.playback->run.tile_accesses != nullptr;
}

bool has_traffic(const session::Snapshot& model)
{
    return has_array(model) && !is_asking(model) && model.run->recording != nullptr
        && (detail_of(model) == problem::SceneDetail::sectors || model.scene->array->values.empty());
}

bool has_banks(const session::Snapshot& model)
{
    return has_array(model) && detail_of(model) == problem::SceneDetail::banks;
}

bool has_hidden_array(const session::Snapshot& model)
{
    return is_asking(model) && has_array(model) && model.scene->detail != problem::SceneDetail::values;
}

bool has_nothing(const session::Snapshot&)
{
    return true;
}

bool has_array_caption(const session::Snapshot& model)
{
    const View& scene = scene_of(model);
    return scene.shown == has_traffic || scene.shown == has_banks || scene.shown == has_array;
}

bool has_tile_reuse(const session::Snapshot& model)
{
    const auto& compared = model.run->compared;
    if (!has_bodies(model) || is_asking(model) || model.run->assessment == nullptr || !compared
        || compared->assessment == nullptr)
        return false;
    const auto uses_tile = [](const session::Assessment& of) {
        return of.report.total.all_shared().requests > 0;
    };
    return uses_tile(*model.run->assessment) != uses_tile(*compared->assessment);
}

} // namespace warpstage::views
