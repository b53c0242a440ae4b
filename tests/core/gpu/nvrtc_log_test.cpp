// Messages of the CUDA compiler as data. The logs are from NVRTC 13.0.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/gpu/nvrtc/nvrtc_log.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace warpstage::gpu::test {

using Severity = Diagnostic::Severity;

TEST(NvrtcLog, TheHostCompilersPositionsAreRead)
{
    const auto diagnostics = parse_nvrtc_log("/home/a/b.cu:1:10: fatal error: nothere.h: No such file or directory\n"
                                             "    1 | #include <nothere.h>\n"
                                             "      |          ^~~~~~~~~~~\n"
                                             "compilation terminated.\n");
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_APPROVED(diagnostics[0].text);
    EXPECT_APPROVED(to_text(diagnostics[0]));
}

TEST(NvrtcLog, WarningsOfTheToolkitAreRemoved)
{
    std::vector<Diagnostic> diagnostics { { "/cuda/include/a.h", 1, 1, Severity::warning, "w", "" },
        { "/cuda/include/a.h", 2, 1, Severity::error, "e", "" }, { "/cuda/includes/b.h", 3, 1, Severity::warning, "w", "" },
        { "k.cu", 4, 1, Severity::warning, "w", "" } };
    remove_toolkit_warnings(diagnostics, { "/cuda/include" });
    ASSERT_EQ(diagnostics.size(), 3U);
    EXPECT_EQ(diagnostics[0].line, 2U);
    CompileRequest request;
    request.name = "k.cu";
    EXPECT_APPROVED(compile_error(request, diagnostics).message);
}

TEST(NvrtcLog, ErrorsAndWarningsHavePositions)
{
    const auto diagnostics = parse_nvrtc_log("b.cu(6): error: identifier \"foo\" is undefined\n"
                                             "  int host(){ return foo; }\n"
                                             "                     ^\n"
                                             "\n"
                                             "b.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n"
                                             "      int unused;\n"
                                             "          ^\n"
                                             "\n"
                                             "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
                                             "\n"
                                             "1 error detected in the compilation of \"b.cu\".\n");
    ASSERT_EQ(diagnostics.size(), 2U);
    EXPECT_EQ(diagnostics[0].file, "b.cu");
    EXPECT_EQ(diagnostics[0].line, 6U);
    EXPECT_EQ(diagnostics[0].column, 20U);
    EXPECT_EQ(diagnostics[0].severity, Severity::error);
    EXPECT_EQ(diagnostics[0].text, "identifier \"foo\" is undefined");
    EXPECT_EQ(diagnostics[0].source_line, "int host(){ return foo; }");
    EXPECT_EQ(diagnostics[1].severity, Severity::warning);
    EXPECT_APPROVED(diagnostics[1].text);
    EXPECT_EQ(diagnostics[1].line, 3U);
    EXPECT_APPROVED(to_text(diagnostics[1]));
}

TEST(NvrtcLog, MessagesMayHaveSeveralLinesOrNoPosition)
{
    const auto diagnostics = parse_nvrtc_log("h.cu(1): error: more than one instance of overloaded function \"pow\" matches:\n"
                                             "            function \"pow(float, int)\" (declared implicitly)\n"
                                             "            argument types are: (float, double)\n"
                                             "  x = pow(y, 2.0);\n"
                                             "      ^\n"
                                             "\n"
                                             "At end of source: error: expected a \"}\"\n"
                                             "i.cu(1): note #3196-D: to match this \"{\"\n"
                                             "  __global__ void f(float*x){ x[0]=1; \n"
                                             "                            ^\n"
                                             "\n"
                                             "nvrtc: error: unrecognized option -bogus found\n"
                                             "c.cu(1): catastrophic error: could not open source file \"x.h\"\n");
    ASSERT_EQ(diagnostics.size(), 5U);
    EXPECT_APPROVED(diagnostics[0].text);
    EXPECT_EQ(diagnostics[0].column, 5U);
    EXPECT_EQ(diagnostics[1].line, 0U);
    EXPECT_EQ(to_text(diagnostics[1]), "error: expected a \"}\"\n");
    EXPECT_EQ(diagnostics[2].severity, Severity::note);
    EXPECT_EQ(diagnostics[3].text, "unrecognized option -bogus found");
    EXPECT_EQ(diagnostics[4].severity, Severity::error);
    EXPECT_APPROVED(to_text(diagnostics[4]));
}

TEST(NvrtcLog, AnEmptyLogHasNoDiagnostics)
{
    EXPECT_TRUE(parse_nvrtc_log("").empty());
    EXPECT_TRUE(parse_nvrtc_log("   ^\n^\n(3): \nerror\n: \n").empty());
    EXPECT_EQ(parse_nvrtc_log("a(99999999999999999999): error: x").front().line, 0U);
}

TEST(NvrtcCompiler, AMissingLibraryIsReportedWithWhatStillWorks)
{
    const std::array<std::filesystem::path, 1> nowhere { "/nonexistent/libnvrtc.so" };
    const auto compiler = NvrtcCompiler::load(nowhere);
    ASSERT_FALSE(compiler.ok());
    EXPECT_APPROVED(compiler.error().message);
}

} // namespace warpstage::gpu::test
