// Kernels that write directly to OpenGL buffers, on this computer's GPU, without a display.
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/offscreen_gl.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace warpstage::engine::test {

namespace {

constexpr std::size_t kFloats = 100'000;
constexpr std::size_t kBytes = kFloats * sizeof(float);

class Interop : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto reason = why_not())
            GTEST_SKIP() << *reason;
        auto gl = OffscreenGl::create();
        if (!gl.absent.empty())
            GTEST_SKIP() << gl.absent;
        ASSERT_EQ(gl.failure, "");
        m_gl = std::move(gl.gl);
        auto made = engine_under_test();
        ASSERT_TRUE(made.ok()) << made.error().message;
        m_engine = std::move(*made);
        ASSERT_TRUE(m_engine->load(steps_lesson()).ok());
    }

    // The engine unregisters its buffers while their context is still current.
    void TearDown() override
    {
        m_engine.reset();
        m_gl.reset();
    }

    void adopt(std::vector<problem::Work> step, Contents contents)
    {
        const auto adopted = m_engine->adopt(plan_of({ buffer_of("x", ramp(kFloats)) }, std::move(step)), contents);
        ASSERT_TRUE(adopted.ok()) << adopted.error().message;
    }

    void share(std::vector<Engine::SharedBuffer> buffers)
    {
        const auto shared = m_engine->share(std::move(buffers));
        ASSERT_TRUE(shared.ok()) << shared.error().message << " Renderer: " << m_gl->renderer();
    }

    void run_step()
    {
        const auto started = m_engine->start();
        ASSERT_TRUE(started.ok()) << started.error().message;
        const auto outcome = m_engine->wait();
        ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    }

    std::vector<float> in_gl(unsigned name)
    {
        std::vector<float> values(kFloats);
        m_gl->read(name, std::as_writable_bytes(std::span { values }));
        return values;
    }

    std::vector<float> in_engine()
    {
        std::vector<float> values(kFloats);
        const auto read = m_engine->read(0, std::as_writable_bytes(std::span { values }));
        EXPECT_TRUE(read.ok()) << read.error().message;
        return values;
    }

    static std::vector<float> ramp_times(float factor)
    {
        auto values = ramp(kFloats);
        for (auto& value : values)
            value *= factor;
        return values;
    }

    std::unique_ptr<OffscreenGl> m_gl;
    std::unique_ptr<Engine> m_engine;
};

} // namespace

TEST_F(Interop, TheOpenGlBufferShowsTheResultOfTheLastStep)
{
    const auto name = m_gl->create_buffer(kBytes);
    share({ { "x", name, kBytes } });
    adopt({ scale(0, 2.0F, kFloats) }, Contents::initial);
    ASSERT_TRUE(m_engine->is_shared("x"));
    EXPECT_EQ(in_gl(name), ramp_times(1.0F));
    run_step();
    EXPECT_EQ(in_gl(name), ramp_times(2.0F));
    run_step();
    EXPECT_EQ(in_gl(name), ramp_times(4.0F));
    EXPECT_EQ(in_engine(), ramp_times(4.0F));
}

TEST_F(Interop, OpenGlDrawsTheLastResultWhileTheNextStepRuns)
{
    const auto name = m_gl->create_buffer(kBytes);
    share({ { "x", name, kBytes } });
    adopt(std::vector<problem::Work>(20, scale(0, 2.0F, kFloats)), Contents::initial);
    ASSERT_TRUE(m_engine->start().ok());
    EXPECT_EQ(in_gl(name), ramp_times(1.0F));
    EXPECT_TRUE(m_engine->wait().ok());
    EXPECT_EQ(in_gl(name), ramp_times(1048576.0F)); // OpenGL waits for the copy, not the program
}

TEST_F(Interop, ContentsMoveBetweenOwnMemoryAndOpenGlBuffers)
{
    adopt({ scale(0, 2.0F, kFloats) }, Contents::initial);
    run_step();
    const auto first = m_gl->create_buffer(kBytes);
    share({ { "x", first, kBytes } });
    adopt({ scale(0, 2.0F, kFloats) }, Contents::keep);
    EXPECT_EQ(in_gl(first), ramp_times(2.0F));
    run_step();

    const auto second = m_gl->create_buffer(kBytes);
    share({ { "x", second, kBytes } });
    m_gl->delete_buffer(first);
    adopt({ scale(0, 2.0F, kFloats) }, Contents::keep);
    EXPECT_EQ(in_gl(second), ramp_times(4.0F));

    share({ { "x", second, kBytes } });
    adopt({ scale(0, 2.0F, kFloats) }, Contents::keep);
    EXPECT_EQ(in_gl(second), ramp_times(4.0F)) << "the same buffer shared again";

    share({});
    m_gl->delete_buffer(second);
    adopt({ scale(0, 2.0F, kFloats) }, Contents::keep);
    EXPECT_FALSE(m_engine->is_shared("x"));
    run_step();
    EXPECT_EQ(in_engine(), ramp_times(8.0F));
}

TEST_F(Interop, HostWorkReadsAndWritesSharedBuffers)
{
    const auto name = m_gl->create_buffer(kBytes);
    share({ { "x", name, kBytes } });
    adopt({ scale(0, 2.0F, kFloats),
              on_floats(0,
                  [](std::span<float> x) {
                      for (auto& value : x)
                          value *= 3.0F;
                  }),
              scale(0, 0.5F, kFloats) },
        Contents::initial);
    run_step();
    EXPECT_EQ(in_gl(name), ramp_times(3.0F));
}

} // namespace warpstage::engine::test
