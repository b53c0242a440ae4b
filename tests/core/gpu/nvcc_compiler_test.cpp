// Compilation with nvcc: with substitutes for the program, and with the installed one.
#include "core/base/temporary_folder.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::gpu::test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path { WARPSTAGE_FIXTURES } / "kernel_run";

CompileRequest request_of(const std::string& name)
{
    CompileRequest request;
    request.name = name;
    request.file = kFolder / name;
    return request;
}

// A shell script in the place of nvcc.
NvccCompiler substitute(const TemporaryFolder& folder, const std::string& script)
{
    const auto program = folder.path() / "nvcc";
    std::ofstream { program } << "#!/bin/sh\n" << script << "\n";
    fs::permissions(program, fs::perms::owner_all);
    return *NvccCompiler::find({ folder.path() });
}

TEST(NvccCompiler, AMissingProgramIsExplained)
{
    EXPECT_APPROVED(NvccCompiler::find({ "/nonexistent" }).error().message);
}

TEST(NvccCompiler, ACompilationThatTakesTooLongIsStopped)
{
    const TemporaryFolder folder;
    const auto compilation = substitute(folder, "sleep 60").compile(request_of("host.cu"), std::chrono::milliseconds { 200 });
    ASSERT_FALSE(compilation.result.ok());
    EXPECT_APPROVED(compilation.result.error().message);
}

TEST(NvccCompiler, AFailureWithoutADiagnosticShowsTheLastLine)
{
    const TemporaryFolder folder;
    const auto compilation =
        substitute(folder, "echo one; echo \"nvcc fatal   : Unknown option '--x'\"; exit 1").compile(request_of("host.cu"));
    ASSERT_FALSE(compilation.result.ok());
    EXPECT_APPROVED(compilation.result.error().message);
    const auto message = [&](const std::string& script) {
        return substitute(folder, script).compile(request_of("host.cu")).result.error().message;
    };
    // The output follows the option -o.
    const std::string find_output = "while [ \"$1\" != -o ]; do shift; done; ";
    EXPECT_APPROVED(message(find_output + "> \"$2\""));
    EXPECT_APPROVED(message("exit 0"));
    EXPECT_APPROVED(message(find_output + "mkdir \"$2\""));
}

TEST(NvccCompiler, TheOptionsArePassed)
{
    const TemporaryFolder folder;
    auto request = request_of("host.cu");
    request.architecture = "90a";
    request.defines = { { "TILE", "16" } };
    request.include_folders = { "headers" };
    request.flags = { "-std=c++20", "-O1" };
    const auto compilation = substitute(folder, "echo \"$@\" | sed 's/.*/error: &/'; exit 1").compile(request);
    const auto& words = compilation.diagnostics.empty() ? compilation.result.error().message : compilation.diagnostics[0].text;
    for (const auto* word : { "--gpu-architecture=compute_90a", "--define-macro=TILE=16", "--include-path=headers", "-std=c++20",
             "-O1", "-lineinfo", "--ptx" })
        EXPECT_NE(words.find(word), std::string::npos) << word << "\n" << words;
    EXPECT_EQ(words.find("-std=c++17"), std::string::npos) << words;
}

class InstalledNvcc : public testing::Test {
protected:
    void SetUp() override
    {
        if (!m_compiler)
            GTEST_SKIP() << m_compiler.error().message;
    }

    Result<NvccCompiler> m_compiler = NvccCompiler::find();
};

TEST_F(InstalledNvcc, HostCodeIsAcceptedAndInstancesAreCompiledOnRequest)
{
    auto request = request_of("several.cu");
    const auto plain = m_compiler->compile(request);
    ASSERT_TRUE(plain.result.ok()) << plain.result.error().message;
    EXPECT_EQ(plain.result->text.find("_Z3addILi41EEvPf"), std::string::npos);
    request.name_expressions = { "add<41>" };
    const auto with_instance = m_compiler->compile(request);
    ASSERT_TRUE(with_instance.result.ok()) << with_instance.result.error().message;
    EXPECT_NE(with_instance.result->text.find(".entry _Z3addILi41EEvPf"), std::string::npos);
    EXPECT_TRUE(m_compiler->compile(request_of("host.cu")).result.ok());
    request.name_expressions = { "sub<3>" };
    EXPECT_APPROVED(m_compiler->compile(request).result.error().message);
}

TEST_F(InstalledNvcc, ErrorsHaveTheShortNameOfTheFile)
{
    const auto compilation = m_compiler->compile(request_of("broken.cu"));
    ASSERT_FALSE(compilation.result.ok());
    EXPECT_APPROVED(compilation.result.error().message);
    EXPECT_EQ(compilation.diagnostics.front().file, "broken.cu");
}

} // namespace
} // namespace warpstage::gpu::test
