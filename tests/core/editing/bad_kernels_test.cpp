// What somebody may type or save in the middle of a lecture: each is named, and the kernels before it run on.
#include "core/editing/live_editing.h"
#include "core/gpu/nvrtc_compiler.h"
#include "core/lesson/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace warpstage::editing {
namespace {

namespace fs = std::filesystem;

std::string with(std::string source, const std::string& from, const std::string& to)
{
    const auto at = source.find(from, source.find("void tiled("));
    EXPECT_NE(at, std::string::npos) << from;
    return source.replace(at, from.size(), to);
}

struct Bad {
    const char* name;
    std::function<std::string(const std::string&)> text; // of the lesson's
    std::vector<std::string> said;
};

std::vector<Bad> bad_texts()
{
    const auto before_store = [](const std::string& words) {
        return [=](const std::string& source) {
            return with(source, "x = blockIdx.y * tile", words + " x = blockIdx.y * tile");
        };
    };
    return {
        { "syntax", [](const std::string& s) { return with(s, "__syncthreads();", "__syncthreads()"); }, {} },
        { "missing kernel", [](const std::string& s) { return with(s, "void tiled(", "void tilde("); }, {} },
        { "no kernels at all", [](const std::string&) { return "int nothing;\n"; }, {} },
        { "fewer arguments",
            [](const std::string& s) {
                return with(with(s, ", int width, int height)", ", int width)"), "    int x = ", "    int height = width; int x = ");
            },
            {} },
        { "other argument",
            [](const std::string& s) {
                return with(s, ", int width, int height)", ", double width, int height)");
            },
            {} },
        { "no global", [](const std::string& s) { return with(s, "void tiled(", "inline void tiled("); }, {} },
        { "endless", [](const std::string& s) { return with(s, "__syncthreads();", "while (width) { out[0] += 1; }"); }, {} },
        { "endless without a store", [](const std::string& s) { return with(s, "__syncthreads();", "for (volatile int k = 0;;) k = 1;"); }, {} },
        { "outside", [=](const std::string& s) { return with(s, "out[(y + i) * height + x] =", "out[(y + i) * height + x + 1] ="); }, {} },
        { "shared outside", [=](const std::string& s) { return with(s, "block[threadIdx.y + i][threadIdx.x] =", "block[threadIdx.y + i + 1][threadIdx.x] ="); }, {} },
        { "race", [](const std::string& s) { return with(s, "__syncthreads();", ""); }, {} },
        { "nobody has written", [](const std::string& s) { return with(s, "block[threadIdx.y + i][threadIdx.x] =", "if (threadIdx.x != 3) block[threadIdx.y + i][threadIdx.x] ="); }, {} },
        { "misaligned", before_store("*reinterpret_cast<int*>(reinterpret_cast<char*>(out) + 2) = 1;"), {} },
        { "null", before_store("*static_cast<int*>(nullptr) = 1;"), {} },
        { "48 KB", [](const std::string& s) { return with(s, "block[tile][tile]", "block[tile * 16][tile]"); }, {} },
        { "enormous", [](const std::string& s) { return with(s, "block[tile][tile]", "block[tile * 1024][tile]"); }, {} },
        { "printf", before_store("if (threadIdx.x == 0) printf(\"%d\\n\", x);"), {} },
        { "assert", before_store("if (x == 5) __trap();"), {} },
        { "unknown opcode", before_store("asm volatile(\"frobnicate.b32 %0, %0;\" :: \"r\"(x));"), {} },
        { "opcode we lack", before_store("asm volatile(\"tcgen05.fence::before_thread_sync;\");"), {} },
        { "recursion", [](const std::string& s) { return "__device__ __noinline__ int deep(int n) { return n < 0 ? 0 : 1 + deep(n + 1); }\n" + with(s, "x = blockIdx.y * tile", "if (deep(x) < 0) return; x = blockIdx.y * tile"); }, {} },
        { "barrier in a branch", [](const std::string& s) { return with(s, "__syncthreads();", "if (threadIdx.x < 7) __syncthreads();"); }, {} },
        { "include", [](const std::string& s) { return "#include <vector>\n" + s; }, {} },
        { "missing include", [](const std::string& s) { return "#include \"/etc/passwd\"\n" + s; }, {} },
        { "empty", [](const std::string&) { return std::string {}; }, {} },
        { "blanks", [](const std::string&) { return std::string(100, ' '); }, {} },
        { "binary", [](const std::string&) { return std::string("\x7f" "ELF\0\1\2\xff\xfe", 9); }, {} },
        { "not UTF-8", [](const std::string& s) { return s + "\n\xff\xfe\x80\n"; }, {} },
        { "10 MB", [](const std::string& s) { return s + std::string(10 << 20, '/'); }, {} },
        { "900 KB of a comment", [](const std::string& s) { return s + "//" + std::string(900 << 10, '/') + "\n"; }, {} },
        { "error bomb", [](const std::string& s) { return "#error " + std::string(5000, 'x') + "\n" + s; }, {} },
        { "deep template", [](const std::string& s) { return "template <int n> struct T { static const int v = T<n + 1>::v; }; const int bomb = T<0>::v;\n" + s; }, {} },
        { "unclosed comment", [](const std::string& s) { return with(s, "__syncthreads();", "/*"); }, {} },
        { "wrong value", [](const std::string& s) { return with(s, "[threadIdx.y + i];", "[threadIdx.y + i] + 1;"); }, {} },
    };
}

TEST(BadKernels, EachIsNamed)
{
    const auto compiler = gpu::NvrtcCompiler::load();
    if (!compiler)
        GTEST_SKIP() << compiler.error().message;
    const std::vector<fs::path> roots { fs::path { WARPSTAGE_ASSETS } / "lessons" };
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "transpose";
    options.variant = "tiled";
    options.parameters = { { "n", "256" } };
    auto made = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
    ASSERT_TRUE(made.ok()) << made.error().message;
    auto& session = **made;
    LiveEditing editing { session, 0 };
    const auto let_frames_pass = [&] {
        for (int frame = 0; frame < 3; ++frame) {
            editing.tick(std::chrono::steady_clock::now());
            session.tick(std::chrono::steady_clock::now());
            session.settle();
        }
    };
    let_frames_pass();
    const auto shipped = session.snapshot()->lesson;
    for (const auto& bad : bad_texts()) {
        const auto began = std::chrono::steady_clock::now();
        editing.edit(bad.text(shipped->source));
        editing.wait_until_idle();
        let_frames_pass();
        const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        const auto snapshot = session.snapshot();
        std::cout << "== " << bad.name << " (" << took << " s) line " << snapshot->line << " adopted " << (snapshot->lesson != shipped) << "\n   "
                  << snapshot->notices.back().text << "\n";
        if (snapshot->lesson != shipped)
            session.submit(session::ReplaceKernels { shipped });
        let_frames_pass();
    }
}

} // namespace
} // namespace warpstage::editing
