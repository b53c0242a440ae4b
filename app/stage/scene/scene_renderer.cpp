#include "app/stage/scene/scene_renderer.h"

#include "app/views/frame/cell_marks.h"

namespace warpstage::stage {

const draw::Style& SceneScope::style() const
{
    return renderer.style();
}

void SceneScope::show(draw::DrawList picture) const
{
    views::mark_cells(picture, model, marked, style());
    renderer.graphics()->painter->tessellate(picture, renderer.graphics()->scene);
    cells.targets = std::move(picture.targets);
}

void SceneScope::paint(draw::DrawList picture) const
{
    show(std::move(picture));
    renderer.graphics()->painter->draw(renderer.graphics()->scene, renderer.size());
}

SceneFrame SceneRenderer::prepare(Seconds elapsed)
{
    const draw::Rect place = m_state.overlay.scene();
    const views::View* shown = place.width > 0.0F && place.height > 0.0F ? view() : nullptr; // another tab may hide the scene
    const Scenes& scenes = m_renderer.graphics()->scenes;
    const auto scene = shown != nullptr ? scenes.find(shown->id) : scenes.end();
    if (scene == scenes.end()) { // no scene, or the overlay draws it
        m_shown = {};
        m_cells.targets.clear();
        return {};
    }
    Shown now { shown, views::narrowed(*m_state.snapshot, shown->reads), place, m_state.overlay.window().marked,
        m_state.overlay.panels_shown(), m_controls.camera.projection(place, 1.0F), m_renderer.generation() };
    const bool changed = m_shown != now;
    m_shown = std::move(now);
    return scene->second->prepare(
        { *shown, m_shown.model, m_shown.place, m_shown.marked, m_shown.panels_shown, changed, m_controls, m_renderer, m_cells },
        elapsed);
}

} // namespace warpstage::stage
