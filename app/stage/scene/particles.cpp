#include "app/stage/scene/particles.h"

namespace warpstage::stage {

namespace {

constexpr int kGlowShrink = 4;
constexpr float kGlowPart = 0.9F;

void bind(const gl::Framebuffer& target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target.name());
    glViewport(0, 0, target.size().width, target.size().height);
}

// Uniforms of type vec3.
template <std::size_t count> std::span<const float> flat(const std::array<Rgb, count>& values)
{
    return { values.front().data(), 3 * count };
}

} // namespace

Result<ParticleScene> ParticleScene::create(const std::filesystem::path& shaders)
{
    constexpr std::array<std::array<const char*, 2>, 4> kFiles { { { "particles.vert", "particles.frag" },
        { "screen.vert", "reduce.frag" }, { "screen.vert", "blur.frag" }, { "screen.vert", "resolve.frag" } } };
    std::vector<gl::Program> programs;
    for (const auto& [vertex, fragment] : kFiles) {
        auto program = gl::Program::load(shaders / vertex, shaders / fragment);
        if (!program)
            return program.error();
        programs.push_back(*std::move(program));
    }
    return ParticleScene(std::move(programs));
}

ParticleScene::ParticleScene(std::vector<gl::Program> programs)
    : m_sprites(std::move(programs.at(0)))
    , m_reduce(std::move(programs.at(1)))
    , m_blur(std::move(programs.at(2)))
    , m_resolve(std::move(programs.at(3)))
{
}

// The fastest of three glow passes over 65536 pixels, after a warm-up: 0.1 ms or less on a GPU, several milliseconds on a CPU.
bool ParticleScene::fast(const std::filesystem::path& shaders)
{
    constexpr gl::PixelSize kSize { 256, 256 };
    constexpr std::chrono::microseconds kSlow { 1500 };
    using Clock = std::chrono::steady_clock;
    const auto blur = gl::Program::load(shaders / "screen.vert", shaders / "blur.frag");
    if (!blur)
        return false;
    const gl::VertexArray nothing;
    const gl::Framebuffer from(kSize, GL_RGBA16F);
    const gl::Framebuffer to(kSize, GL_RGBA16F);
    constexpr std::array<float, 4> kDark { 0.0F, 0.0F, 0.0F, 0.0F };
    bind(from);
    glClearBufferfv(GL_COLOR, 0, kDark.data());
    bind(to);
    glDisable(GL_BLEND);
    blur->use();
    blur->set(0, 1.0F / static_cast<float>(kSize.width), 0.0F);
    glBindTextureUnit(0, from.color().name());
    glBindVertexArray(nothing.name());
    Clock::duration fastest = Clock::duration::max();
    for (int i = 0; i < 4; ++i) {
        glFinish();
        const auto began = Clock::now();
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
        if (i > 0)
            fastest = std::min(fastest, Clock::now() - began);
    }
    return fastest < kSlow;
}

void ParticleScene::draw(const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style)
{
    if (!m_targets || m_targets->light.size() != view.size) {
        const gl::PixelSize quarter { std::max(1, view.size.width / kGlowShrink), std::max(1, view.size.height / kGlowShrink) };
        m_targets.emplace(Targets {
            gl::Framebuffer(view.size, GL_RGBA16F), gl::Framebuffer(quarter, GL_RGBA16F), gl::Framebuffer(quarter, GL_RGBA16F) });
    }
    {
        const gl::Scissor scissor(view.visible, view.size);
        add_up(bodies, trails, view, style);
    }
    spread_glow();

    const gl::Scissor scissor(view.visible, view.size);
    glBindFramebuffer(GL_FRAMEBUFFER, view.framebuffer);
    glViewport(0, 0, view.size.width, view.size.height);
    glDisable(GL_BLEND);
    m_resolve.use();
    m_resolve.set(0, gl::channels(style.background));
    m_resolve.set(1, !draw::is_dark(style.theme) ? 1 : 0);
    m_resolve.set(2, kGlowPart);
    glBindTextureUnit(0, m_targets->light.color().name());
    glBindTextureUnit(1, m_targets->glow.color().name());
    glBindVertexArray(m_nothing.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void ParticleScene::set_uniforms(const ParticleBuffers& bodies, const View& view, const draw::Style& style) const
{
    const auto width = static_cast<float>(view.size.width);
    const auto height = static_cast<float>(view.size.height);
    m_sprites.set(0, 2.0F * view.projection.pixels_per_unit / width, 2.0F * view.projection.pixels_per_unit / height);
    m_sprites.set(1, 2.0F * view.projection.origin.x / width - 1.0F, 1.0F - 2.0F * view.projection.origin.y / height);
    m_sprites.set(2, 1.0F / std::max(view.speed, 1e-20F));
    m_sprites.set(5, flat(light_of(views::speed_colors(style.theme), style.theme)));
    const Camera::Axes axes = view.axes.value_or(Camera::Axes {});
    const std::array rows { axes.right, axes.up, axes.towards };
    m_sprites.set(9, flat(rows));
    m_sprites.set(12, view.nearness());
    m_sprites.set(13, static_cast<int>(view.coloring));
    m_sprites.set(14, static_cast<int>(std::max(1U, view.threads)));
    m_sprites.set(15, static_cast<int>(view.bodies_per_block()));
    m_sprites.set(16, view.recorded_block ? static_cast<int>(*view.recorded_block) : -1);
    m_sprites.set(17, static_cast<int>(bodies.every()));
    m_sprites.set(18, flat(light_of(views::worker_colors(style.theme), style.theme)));
}

void ParticleScene::add_up(
    const ParticleBuffers& bodies, const ParticleTrails& trails, const View& view, const draw::Style& style)
{
    bind(m_targets->light);
    const std::array<float, 4> nothing {};
    glClearBufferfv(GL_COLOR, 0, nothing.data());
    if (!bodies.ready())
        return;
    const SpriteLook sprite = sprite_for(bodies.drawn(), view.magnification, view.size.height, style);
    m_sprites.use();
    set_uniforms(bodies, view, style);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    const auto count = static_cast<GLsizei>(bodies.drawn());
    if (bodies.every() == 1) {
        for (std::size_t age = 1; age < trails.size(); ++age) { // the latest position is the body itself
            const SpriteLook place = trail_sprite(sprite, age, trails.size());
            m_sprites.set(3, place.diameter);
            m_sprites.set(4, place.intensity);
            glBindVertexArray(trails.vertices(age).name());
            glDrawArrays(GL_POINTS, 0, count);
        }
    }
    m_sprites.set(3, sprite.diameter);
    m_sprites.set(4, sprite.intensity);
    glBindVertexArray(bodies.vertices().name());
    glDrawArrays(GL_POINTS, 0, count);
}

void ParticleScene::spread_glow()
{
    glDisable(GL_BLEND);
    glBindVertexArray(m_nothing.name());
    const auto fill = [](const gl::Framebuffer& target, const gl::Framebuffer& source) {
        bind(target);
        glBindTextureUnit(0, source.color().name());
        glDrawArrays(GL_TRIANGLES, 0, 3);
    };
    m_reduce.use();
    fill(m_targets->glow, m_targets->light);

    const gl::PixelSize size = m_targets->glow.size();
    m_blur.use();
    m_blur.set(0, 1.0F / static_cast<float>(size.width), 0.0F);
    fill(m_targets->glow_across, m_targets->glow);
    m_blur.set(0, 0.0F, 1.0F / static_cast<float>(size.height));
    fill(m_targets->glow, m_targets->glow_across);
}

} // namespace warpstage::stage
