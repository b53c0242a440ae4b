// The table of scenes that the stage draws, with the views of app/views/table.cpp that they belong to.
#include "app/stage/scene/bodies.h"
#include "app/stage/scene/matrix.h"
#include "app/stage/scene/scene.h"
#include "app/views/scenes/array_scene.h"
#include "app/views/scenes/block_scenes.h"

namespace warpstage::stage {

namespace {

// A scene that is a draw list, built by an object that keeps state between frames.
template <typename Picture> class PictureScene final : public Scene {
public:
    [[nodiscard]] SceneFrame prepare(const SceneScope& scope, Seconds elapsed) override
    {
        const bool moved = m_picture.moving();
        m_picture.advance(scope.model, elapsed);
        if (scope.changed || moved || m_picture.moving())
            scope.show(m_picture.picture(scope.model, scope.place, scope.style()));
        return { true, {}, false };
    }

private:
    Picture m_picture;
};

using Made = Result<std::shared_ptr<Scene>>;

template <typename Picture> Made make(const std::filesystem::path&)
{
    return std::shared_ptr<Scene> { std::make_shared<PictureScene<Picture>>() };
}

struct Row {
    std::array<std::string_view, 2> views; // the second may be empty
    Made (*make)(const std::filesystem::path& shaders);
};

constexpr std::array kScenes {
    Row { { "bodies" }, BodiesScene::create },
    Row { { "matrix-scene", "sectors-scene" }, MatrixScene::create },
    Row { { "traffic-scene" }, make<views::TrafficScene> },
    Row { { "banks-scene" }, make<views::BanksScene> },
    Row { { "array-scene" }, make<views::ArrayScene> },
};

} // namespace

Result<Scenes> make_scenes(const std::filesystem::path& shaders)
{
    Scenes scenes;
    for (const Row& row : kScenes) {
        const auto scene = row.make(shaders);
        if (!scene)
            return scene.error();
        for (const std::string_view view : row.views)
            if (!view.empty())
                scenes.emplace(view, *scene);
    }
    return scenes;
}

} // namespace warpstage::stage
