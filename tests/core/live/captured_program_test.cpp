// Kernels of a captured program are edited: its source has host code, and the result is compared with the captured memory.
#include "core/base/temporary_folder.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/live/live_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

namespace warpstage::live {
namespace {

constexpr const char* kSource = R"(#include <cstdio>
#include <vector>

__global__ void twice(const int* in, int* out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main()
{
    std::vector<int> numbers(32);
    twice<<<1, 32>>>(nullptr, nullptr);
    std::printf("%d\n", numbers[0]);
}
)";

constexpr const char* kLesson = R"(id = "capture-twice"
number = 100
title = "twice"
summary = "One launch."
[[parameter]]
id = "block_x"
label = "block x"
minimum = 1
maximum = 1024
initial = 32
[merit]
work = "block_x"
unit = "threads/s"
[[buffer]]
name = "in"
type = "s32"
count = 32
contents = "iota"
address = 0x7f0000001000
[[buffer]]
name = "out"
type = "s32"
count = 32
address = 0x7f0000002000
[[variant]]
id = "twice"
label = "twice"
summary = "One launch."
[[variant.launch]]
kernel = "twice"
grid = 1
block = "block_x"
arguments = ["in", "out"]
[variant.check.memory]
out = "each:2 * i"
)";

class CapturedProgram : public testing::Test {
protected:
    TemporaryFolder folder;
    std::shared_ptr<const lesson::Lesson> lesson;

    void SetUp() override
    {
        const auto compiler = gpu::NvccCompiler::find();
        if (const auto nvrtc = gpu::NvrtcCompiler::load(); !compiler || !nvrtc)
            GTEST_SKIP() << "neither nvcc nor NVRTC";
        write("kernels.cu", kSource);
        write("lesson.toml", kLesson);
        write("notes.md", "# twice\n");
        gpu::CompileRequest request;
        request.name = "kernels.cu";
        request.file = folder.path() / "kernels.cu";
        const auto compiled = compiler->compile(request);
        ASSERT_TRUE(compiled.result) << compiled.result.error().message;
        write("kernels.ptx", compiled.result->text);
        auto loaded = lesson::load_lesson(folder.path());
        ASSERT_TRUE(loaded) << loaded.error().message;
        lesson = std::make_shared<const lesson::Lesson>(*std::move(loaded));
    }

    void write(const char* name, const std::string& text) const { std::ofstream(folder.path() / name) << text; }

    std::optional<Outcome> outcome_of(const std::string& from, const std::string& to)
    {
        LiveOptions options;
        options.limits.result = options.limits.hazards = std::chrono::minutes(2);
        LiveKernels kernels { options };
        std::string source = kSource;
        source.replace(source.find(from), from.size(), to);
        kernels.submit({ lesson, "twice", lesson->initial_settings(), false, source });
        kernels.wait_until_idle();
        return kernels.take();
    }
};

TEST_F(CapturedProgram, AnEditWithTheCapturedResultIsAdopted)
{
    const auto outcome = outcome_of("2 * in[threadIdx.x]", "in[threadIdx.x] + in[threadIdx.x]");
    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->finding) << outcome->finding->message;
    EXPECT_NE(outcome->lesson, nullptr);
}

TEST_F(CapturedProgram, AnEditWithAnotherResultIsRejected)
{
    const auto outcome = outcome_of("2 * in[threadIdx.x]", "3 * in[threadIdx.x]");
    ASSERT_TRUE(outcome && outcome->finding);
    EXPECT_THAT(outcome->finding->message, testing::HasSubstr("element 1 of out is 3, not 2"));
}

} // namespace
} // namespace warpstage::live
