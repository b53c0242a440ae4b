// The compiler in its own process: what it compiles, and what a hostile source cannot do.
#include "core/base/process/confinement.h"
#include "core/base/temporary_folder.h"
#include "core/gpu/nvrtc/compile_message.h"
#include "core/gpu/nvrtc/compile_process.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <future>
#include <thread>

namespace warpstage::gpu {
namespace {

using testing::HasSubstr;

TEST(CompileMessage, KeepsEveryByte)
{
    CompileRequest request;
    request.source = "// \xff\x00\x80 bytes that are not UTF-8";
    request.name = "a.cu";
    request.defines = { { "N", "4" } };
    request.name_expressions = { "k<4>" };
    request.include_folders = { "/a folder" };
    request.flags = { "-ftz=true" };
    request.confined = true;
    const auto same = request_of(to_bytes(request));
    ASSERT_TRUE(same.ok());
    EXPECT_EQ(same->source, request.source);
    EXPECT_EQ(same->defines, request.defines);
    EXPECT_EQ(same->name_expressions, request.name_expressions);
    EXPECT_EQ(same->include_folders, request.include_folders);
    EXPECT_EQ(same->flags, request.flags);
    EXPECT_TRUE(same->confined);

    Compilation failed { Error { "Why" }, { { "a.cu", 3, 4, Diagnostic::Severity::warning, "text", "line" } }, true };
    failed.lacks_names = true;
    const auto answer = compilation_of(to_bytes(failed));
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->result.error().message, "Why");
    ASSERT_EQ(answer->diagnostics.size(), 1U);
    EXPECT_EQ(answer->diagnostics.front().severity, Diagnostic::Severity::warning);
    EXPECT_EQ(answer->diagnostics.front().column, 4U);
    EXPECT_TRUE(answer->requires_nvcc);
    EXPECT_TRUE(answer->lacks_names);
}

TEST(CompileMessage, PartOfAMessageIsRefused)
{
    const auto bytes = to_bytes(Compilation { CompiledPtx { "ptx", { "name" } } });
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(compilation_of(std::string_view { bytes }.substr(0, length)).ok()) << length;
}

class CompileProcessTest : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    static CompileRequest request_for(std::string source)
    {
        CompileRequest request;
        request.source = std::move(source);
        request.name = "a.cu";
        return request;
    }

    static constexpr std::chrono::minutes kPatience { 2 };
    static constexpr const char* kEmpty = "__global__ void k() {}";
};

TEST_F(CompileProcessTest, CompilesAsTheLibraryDoes)
{
    CompileProcess process { kPatience };
    auto request = request_for("template<int N> __global__ void k(int* a) { int unused; a[threadIdx.x] = N; }");
    request.name_expressions = { "k<4>" };
    const auto there = process.compile(request);
    const auto here = NvrtcCompiler::load()->compile(request);
    ASSERT_TRUE(there.result.ok()) << there.result.error().message;
    EXPECT_EQ(there.result->text, here.result->text);
    EXPECT_EQ(there.result->lowered_names, here.result->lowered_names);
    ASSERT_EQ(there.diagnostics.size(), here.diagnostics.size());

    const auto wrong = process.compile(request_for("__global__ void k() { x = 1; }"));
    EXPECT_FALSE(wrong.was_ended);
    ASSERT_FALSE(wrong.result.ok());
    EXPECT_THAT(wrong.result.error().message, HasSubstr("identifier \"x\" is undefined"));
}

TEST_F(CompileProcessTest, SeveralThreadsCompileAtTheSameTime)
{
    CompileProcess process { kPatience };
    std::vector<std::future<Compilation>> running;
    for (int i = 0; i < 8; ++i)
        running.push_back(std::async(std::launch::async,
            [&process, i] { return process.compile(request_for("__global__ void k" + std::to_string(i) + "() {}")); }));
    for (int i = 0; i < 8; ++i) {
        const auto compiled = running[static_cast<std::size_t>(i)].get();
        ASSERT_TRUE(compiled.result.ok()) << compiled.result.error().message;
        EXPECT_THAT(compiled.result->text, HasSubstr("k" + std::to_string(i)));
    }
}

// The recursion took 13 GB after 50 s in the program's own process.
constexpr const char* kRecursion = "template<int N, int M> struct G { static const int value = G<N - 1, 2 * M>::value + G<N - 1, "
                                   "2 * M + 1>::value; };\n"
                                   "template<int M> struct G<0, M> { static const int value = M; };\n"
                                   "__global__ void k(int* a) { *a = G<24, 0>::value; }\n";

TEST_F(CompileProcessTest, ARecursionOfTemplatesEndsWithASentenceAndTheNextOneCompiles)
{
    CompileProcess process { std::chrono::seconds(3) };
    const auto compiled = process.compile(request_for(kRecursion));
    ASSERT_FALSE(compiled.result.ok());
    EXPECT_TRUE(compiled.was_ended);
    EXPECT_APPROVED(compiled.result.error().message);
    CompileProcess patient { kPatience };
    EXPECT_TRUE(patient.compile(request_for(kEmpty)).result.ok());
}

TEST_F(CompileProcessTest, TheMemoryOfOneCompilationIsLimited)
{
    CompileProcess process { kPatience };
    const auto compiled = process.compile(request_for(kRecursion));
    ASSERT_FALSE(compiled.result.ok());
    EXPECT_THAT(compiled.result.error().message, HasSubstr("2 GiB"));
    EXPECT_TRUE(process.compile(request_for(kEmpty)).result.ok()) << "the process continues";
}

TEST_F(CompileProcessTest, AStopEndsItAtOnce)
{
    CompileProcess process { kPatience };
    std::stop_source stop;
    auto running = std::async(std::launch::async, [&] { return process.compile(request_for(kRecursion), stop.get_token()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop.request_stop();
    EXPECT_TRUE(running.get().was_ended);
    EXPECT_TRUE(process.compile(request_for(kEmpty)).result.ok());
}

// Reading it would wait for a writer without end.
TEST_F(CompileProcessTest, AnIncludedPipeDoesNotHang)
{
    const TemporaryFolder folder;
    ASSERT_EQ(mkfifo((folder.path() / "pipe.h").c_str(), 0600), 0);
    CompileProcess process { std::chrono::seconds(3) };
    auto request = request_for("#include \"pipe.h\"\n__global__ void k() {}");
    request.include_folders = { folder.path() };
    EXPECT_TRUE(process.compile(request).was_ended);
}

TEST_F(CompileProcessTest, AConfinedSourceIncludesOnlyWhatItMay)
{
    if (!can_confine())
        GTEST_SKIP() << "This system has no Landlock.";
    const TemporaryFolder lesson;
    const TemporaryFolder home;
    std::ofstream { lesson.path() / "own.h" } << "#define OWN 7\n";
    std::ofstream { home.path() / "secret" } << "password\n";
    std::filesystem::create_symlink(home.path() / "secret", lesson.path() / "link.h");
    CompileProcess process { kPatience };
    auto request = request_for("#include <cuda_fp16.h>\n#include <stdio.h>\n#include \"own.h\"\n"
                               "__global__ void k(int* a) { *a = OWN; }");
    request.include_folders = { lesson.path() };
    request.confined = true;
    if (!cuda_include_folders().empty()) {
        const auto compiled = process.compile(request);
        EXPECT_TRUE(compiled.result.ok()) << compiled.result.error().message;
    }
    const auto secret = (home.path() / "secret").string();
    for (const auto& name :
        { secret, lesson.path().string() + "/../" + home.path().filename().string() + "/secret", std::string { "link.h" } }) {
        for (const bool macro : { false, true }) {
            request.source = (macro ? "#define FILE \"" + name + "\"\n#include FILE\n" : "#include \"" + name + "\"\n") + kEmpty;
            const auto compiled = process.compile(request);
            ASSERT_FALSE(compiled.result.ok()) << name;
            for (const auto& diagnostic : compiled.diagnostics)
                EXPECT_THAT(diagnostic.text + diagnostic.source_line, Not(HasSubstr("password")));
        }
    }
    request.confined = false;
    request.source = "#include \"" + secret + "\"\n" + kEmpty;
    EXPECT_THAT(process.compile(request).result.error().message, HasSubstr("/secret")) << "of a user's own file";
}

TEST_F(CompileProcessTest, AMissingProgramIsReported)
{
    const char* const before = std::getenv("WARPSTAGE_COMPILER");
    const std::string kept = before == nullptr ? "" : before;
    setenv("WARPSTAGE_COMPILER", "/nowhere/warpstage-compiler", 1);
    CompileProcess process;
    EXPECT_THAT(process.compile(request_for(kEmpty)).result.error().message, HasSubstr("/nowhere/warpstage-compiler"));
    setenv("WARPSTAGE_COMPILER", "/bin/true", 1);
    CompileProcess silent;
    EXPECT_FALSE(silent.compile(request_for(kEmpty)).result.ok());
    setenv("WARPSTAGE_COMPILER", kept.c_str(), 1);
}

} // namespace
} // namespace warpstage::gpu
