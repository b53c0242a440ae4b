// The form for launching a kernel: proposed values, refused values, remembered answers, and the lesson made from them.
#include "core/base/temporary_folder.h"
#include "core/kernel_run/form/answers_file.h"
#include "core/kernel_run/form/block_hints.h"
#include "core/kernel_run/form/form_lesson.h"
#include "core/kernel_run/form/launch_form.h"
#include "core/lesson/lint.h"
#include "core/lesson/outside_lesson.h"
#include "core/ptx/parser.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace warpstage::kernel_run {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// A module of kernels that only read special registers.
struct EmptyKernel {
    std::string name; // mangled
    std::vector<std::string> parameters; // ".u64"
    std::string special {}; // in addition to those of x: "%tid.y"
    std::vector<std::string> usual { "%tid.x", "%ctaid.x" };
};
std::string ptx_of(const std::vector<EmptyKernel>& kernels)
{
    std::string text = ".version 7.0\n.target sm_75\n.address_size 64\n";
    for (const EmptyKernel& kernel : kernels) {
        text += ".visible .entry " + kernel.name + "(";
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
            text += (i == 0 ? "" : ", ") + (".param " + kernel.parameters[i]) + " p" + std::to_string(i);
        text += ")\n{\n.reg .b32 %r1;\n";
        std::vector<std::string> read = kernel.usual;
        if (!kernel.special.empty())
            read.push_back(kernel.special);
        for (const std::string& special : read)
            text += "mov.u32 %r1, " + special + ";\n";
        text += "ret;\n}\n";
    }
    return text;
}

std::vector<LaunchForm> forms_of(const std::vector<EmptyKernel>& kernels, std::string_view source)
{
    const auto module = ptx::parse(ptx_of(kernels), "test.ptx");
    EXPECT_TRUE(module) << (module ? "" : module.error().message);
    return module ? default_forms(*module, read_source(source)) : std::vector<LaunchForm> {};
}

std::vector<std::string> values_of(const LaunchForm& form)
{
    std::vector<std::string> values;
    for (const LaunchField& field : form.fields)
        values.push_back(field.value);
    return values;
}

constexpr std::string_view kSaxpy = "__global__ void saxpy(int n, float a, const float* __restrict__ x, float *y) { }";
const EmptyKernel kSaxpyPtx { "_Z5saxpyifPKfPf", { ".u32", ".f32", ".u64", ".u64" } };

TEST(SourceText, KernelsParametersTemplatesAndConstantsAreFound)
{
    const auto read = read_source(R"(// __global__ void comment(int x) {}
#define TILE 32
const int kRows = 8;
template <typename T, int N> __global__ void of_size(T* x) { x[N] = 0; }
__global__ void declared(int* x);
extern "C" __global__ void __launch_bounds__(256, 2) count(const int *x, unsigned int out[], std::size_t n = 3) { if (n) { } }
)");
    ASSERT_EQ(read.kernels.size(), 2U);
    EXPECT_EQ(read.kernels[0].name, "of_size");
    ASSERT_EQ(read.kernels[0].template_parameters.size(), 2U);
    EXPECT_EQ(read.kernels[0].template_parameters[1].name, "N");
    EXPECT_EQ(read.kernels[1].name, "count");
    EXPECT_EQ(read.kernels[1].bounds, "256, 2");
    ASSERT_EQ(read.kernels[1].parameters.size(), 3U);
    EXPECT_EQ(read.kernels[1].parameters[1].type, "unsigned int*");
    EXPECT_EQ(read.kernels[1].parameters[2].name, "n");
    EXPECT_EQ(read.constants.at("TILE"), 32);
    EXPECT_EQ(read.constants.at("kRows"), 8);
    EXPECT_THAT(default_instances(read), ElementsAre("of_size<float, 256>"));
}

TEST(ParameterType, IsNamedAsInWarpstageRun)
{
    struct Row {
        const char* written;
        const char* element;
        std::uint32_t lanes;
        bool pointer;
        bool constant;
    };
    for (const Row& row : { Row { "int", "s32", 1, false, false }, Row { "const float*", "f32", 1, true, true },
             Row { "float const*", "f32", 1, true, true }, Row { "float* const", "f32", 1, true, false },
             Row { "unsigned long long", "u64", 1, false, false }, Row { "unsigned long", "u64", 1, false, false },
             Row { "short int*", "s16", 1, true, false }, Row { "unsigned char*", "u8", 1, true, false },
             Row { "float4*", "f32", 4, true, false }, Row { "const uchar4*", "u8", 4, true, true },
             Row { "__half*", "f16", 1, true, false }, Row { "std::size_t", "u64", 1, false, false },
             Row { "float4", "", 4, false, false }, Row { "float**", "", 1, true, false }, Row { "Vec", "", 1, false, false } }) {
        const auto type = parameter_type(row.written);
        EXPECT_EQ(type.element, row.element) << row.written;
        EXPECT_EQ(type.lanes, row.lanes) << row.written;
        EXPECT_EQ(type.pointer, row.pointer) << row.written;
        EXPECT_EQ(type.constant, row.constant) << row.written;
    }
}

TEST(DefaultForm, OneThreadPerElement)
{
    const auto forms = forms_of({ kSaxpyPtx }, kSaxpy);
    ASSERT_EQ(forms.size(), 1U);
    EXPECT_EQ(forms[0].kernel, "saxpy");
    EXPECT_EQ(forms[0].fields[5].declared, "const float* __restrict__");
    EXPECT_THAT(
        values_of(forms[0]), ElementsAre("(n+block-1)/block", "256", "0", "65536", "2", "f32[n]=random:3", "f32[n]=random:4"));
}

TEST(DefaultForm, AGridOfTwoDimensionsCoversAMatrix)
{
    const auto square = forms_of({ { "_Z9transposePKfPfi", { ".u64", ".u64", ".u32" }, "%tid.y" } },
        "__global__ void transpose(const float* in, float* out, int n) { }");
    EXPECT_THAT(values_of(square.at(0)),
        ElementsAre("(n+block_x-1)/block_x,(n+block_y-1)/block_y", "16,16", "0", "f32[n*n]=random:1", "f32[n*n]=zero", "256"));
    const auto product = forms_of({ { "_Z3mulPKfS0_Pfiii", { ".u64", ".u64", ".u64", ".u32", ".u32", ".u32" }, "%ctaid.y" } },
        "__global__ void mul(const float* A, const float* B, float* C, int M, int N, int K) { }");
    EXPECT_THAT(values_of(product.at(0)),
        ElementsAre("(N+block_x-1)/block_x,(M+block_y-1)/block_y", "16,16", "0", "f32[M*K]=random:1", "f32[K*N]=random:2",
            "f32[M*N]=zero", "256", "256", "256"));
}

TEST(DefaultForm, TheSourceSuggestsTheBlock)
{
    const EmptyKernel plane { "_Z4tilePfi", { ".u64", ".u32" }, "%tid.y" };
    const auto tile = forms_of({ plane },
        "#define TILE 32\n#define ROWS 8\n__global__ void tile(float* x, int n)\n"
        "{ __shared__ float t[TILE][TILE + 1]; t[ROWS][0] = 0; }");
    EXPECT_EQ(tile.at(0).block().value, "32,8");
    EXPECT_EQ(tile.at(0).grid().value, "(n+block_x-1)/block_x,(n+block_x-1)/block_x");
    const auto launched = forms_of({ { "_Z3sumPfi", { ".u64", ".u32" } } },
        "__global__ void sum(float* x, int n) { extern __shared__ float s[]; }\n"
        "int main() { dim3 grid(8), threads(128); sum<<<grid, threads>>>(nullptr, 0); }");
    EXPECT_EQ(launched.at(0).block().value, "128");
    EXPECT_EQ(launched.at(0).shared().value, "4*block");
    const auto bounded = forms_of(
        { { "count", { ".u64" } } }, "extern \"C\" __global__ void __launch_bounds__(512) count(unsigned int* bins) { }");
    EXPECT_THAT(values_of(bounded.at(0)), ElementsAre("65536/block", "512", "0", "u32[65536]=random:1"));
}

TEST(DefaultForm, AKernelThatNeverAsksForItsBlockIsLaunchedInOneBlock)
{
    const auto scan = forms_of({ { "_Z4scanPfS_i", { ".u64", ".u64", ".u32" }, "", { "%tid.x" } } },
        "__global__ void scan(float* g_odata, float* g_idata, int n) { extern __shared__ float temp[]; }");
    EXPECT_THAT(values_of(scan.at(0)), ElementsAre("1", "256", "4*2*block", "f32[n]=zero", "f32[n]=random:2", "256"));
    const auto add = forms_of({ { "_Z3addPiS_S_", { ".u64", ".u64", ".u64" }, "", {} } },
        "__global__ void add(int* a, int* b, int* c) { *c = *a + *b; }");
    EXPECT_EQ(add.at(0).grid().value, "1");
    EXPECT_EQ(add.at(0).block().value, "1");
}

TEST(DefaultForm, AStructureByValueIsImpossible)
{
    const auto named = forms_of({ { "_Z3odd3VecPf", { ".u64", ".u64" } } }, "__global__ void odd(Vec v, float* out) { }");
    ASSERT_EQ(named.size(), 1U);
    EXPECT_APPROVED(named[0].impossible);
}

TEST(DefaultForm, ThePossibleWayIsNamedForEachKindOfParameter)
{
    const auto reason = [](const std::string& symbol, const std::string& parameter) {
        return forms_of({ { symbol, { ".u64" } } }, "__global__ void odd(" + parameter + ") { }").at(0).impossible;
    };
    EXPECT_APPROVED(reason("_Z3oddPPf", "float** rows"));
    EXPECT_THAT(reason("_Z3oddPPf", "float** rows"), HasSubstr("--arg 'rows:ptr[2]=list:@x,@y'"));
    EXPECT_THAT(reason("_Z3oddy", "cudaTextureObject_t image"), HasSubstr("--arg 'image:tex2d,linear:f32[64,64]=random:7'"));
    EXPECT_THAT(reason("_Z3oddy", "cudaSurfaceObject_t image"), HasSubstr("--arg 'image:surf2d:f32[64,64]=random:7'"));
    EXPECT_APPROVED(reason("_Z3oddP4Node", "Node* list"));
    EXPECT_THAT(reason("_Z3oddP4Node", "Node* list"), HasSubstr("`warpstage capture`"));
}

TEST(DefaultForm, KernelsAreInTheOrderOfTheSource)
{
    const auto forms = forms_of({ { "_Z1bPf", { ".u64" } }, { "_Z1aPf", { ".u64" } } },
        "__global__ void a(float* x) { }\n__global__ void b(float* x) { }");
    ASSERT_EQ(forms.size(), 2U);
    EXPECT_EQ(forms[0].kernel, "a");
}

TEST(CheckForm, RefusesEachInvalidValueWithItsReason)
{
    auto form = forms_of({ kSaxpyPtx }, kSaxpy).at(0);
    EXPECT_TRUE(check_form(form, "."));
    struct Row {
        std::size_t field;
        const char* value;
        const char* reason;
    };
    for (const Row& row :
        { Row { 0, "(m+block-1)/block", "`m`" }, Row { 0, "0", "must be between 1 and" }, Row { 0, "1,2,3,4", "one to three" },
            Row { 1, "2048", "must be between 1 and 1024" }, Row { 1, "64,64", "at most 1024 threads, not 4096" },
            Row { 2, "-4", "must be between 0 and" }, Row { 3, "many", "many" }, Row { 3, "", "Enter a number." },
            Row { 4, "f32[3]=zero", "f32[3]" }, Row { 5, "random:1", "TYPE[COUNT]=CONTENTS" },
            Row { 5, "f32[n]=sorted", "sorted" }, Row { 6, "f32[0]=zero", "1 to" }, Row { 6, "f99[n]=zero", "f99" } }) {
        auto wrong = form;
        wrong.fields[row.field].value = row.value;
        EXPECT_FALSE(check_form(wrong, ".")) << row.value;
        EXPECT_THAT(wrong.fields[row.field].refusal, HasSubstr(row.reason)) << row.value;
        EXPECT_EQ(wrong.fields[row.field].value, row.value) << "nothing is lost";
        EXPECT_EQ(wrong.fields[row.field].refusal.find("--arg"), std::string::npos) << wrong.fields[row.field].refusal;
    }
}

TEST(CheckForm, ValuesThatDependOnARefusedNumberAreNotRefused)
{
    auto form = forms_of({ kSaxpyPtx }, kSaxpy).at(0);
    form.fields[3].value = "4096*";
    EXPECT_FALSE(check_form(form, "."));
    EXPECT_EQ(std::ranges::count_if(form.fields, [](const LaunchField& field) { return !field.refusal.empty(); }), 1);
}

TEST(CheckForm, CountsMayUseNumbersThatFollowThem)
{
    auto form = forms_of({ { "_Z5scalePfi", { ".u64", ".u32" } } }, "__global__ void scale(float* x, int n) { }").at(0);
    EXPECT_EQ(form.fields[3].value, "f32[n]=random:1");
    EXPECT_TRUE(check_form(form, ".")) << form.fields[3].refusal;
}

TEST(CheckForm, NumbersMayUseNumbersThatFollowThem)
{
    const std::vector<EmptyKernel> kernels { { "_Z5shiftPfiii", { ".u64", ".u32", ".u32", ".u32" }, "%tid.y" } };
    auto form = forms_of(kernels, "__global__ void shift(float* x, int pitch, int width, int height) { }").at(0);
    EXPECT_EQ(form.fields[4].value, "width");
    EXPECT_TRUE(check_form(form, ".")) << form.fields[4].refusal;
    const TemporaryFolder folder;
    const lesson::OutsideTexts texts { folder.path() / "shift.cu",
        lesson_text({ form }, { "shift", "shift.cu", "shift" }, folder.path()), ptx_of(kernels), {}, "// mine\n" };
    const auto made = lesson::make_outside_lesson(texts, folder.path() / "lesson");
    EXPECT_TRUE(made) << (made ? "" : made.error().message + texts.toml);
}

TEST(Answers, AreReadAsTheyWereWritten)
{
    const TemporaryFolder folder;
    const fs::path file = answers_beside(folder.path() / "saxpy.cu");
    EXPECT_EQ(file.filename(), "saxpy.cu.warpstage.toml");
    const auto none = read_answers(file);
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->has_value());
    auto forms = forms_of({ kSaxpyPtx }, kSaxpy);
    forms[0].fields[3].value = "1000";
    forms[0].fields[5].value = "f32[n]=each:i % 7";
    auto written = answers_of(forms, "saxpy");
    written.include = { "../common", "C:\\cuda \"x\"" };
    ASSERT_TRUE(write_answers(written, file));
    const auto read = read_answers(file);
    ASSERT_TRUE(read && *read);
    EXPECT_EQ((*read)->include, written.include);
    auto again = forms_of({ kSaxpyPtx }, kSaxpy);
    EXPECT_TRUE(apply_answers(again, **read));
    EXPECT_EQ(values_of(again[0]), values_of(forms[0]));
}

TEST(Answers, AChangedSignatureIsAskedAgainAndKeepsTheOtherAnswers)
{
    auto forms = forms_of({ kSaxpyPtx }, kSaxpy);
    forms[0].fields[3].value = "1000";
    const auto answers = answers_of(forms, "saxpy");
    auto changed = forms_of(
        { { "_Z5saxpyiPKfPf", { ".u32", ".u64", ".u64" } } }, "__global__ void saxpy(int n, const float* x, float* z) { }");
    EXPECT_FALSE(apply_answers(changed, answers));
    EXPECT_EQ(changed[0].fields[3].value, "1000");
    EXPECT_EQ(changed[0].fields[5].value, "f32[n]=random:3") << "z has no answer";
}

TEST(Answers, AnErrorNamesFileAndLine)
{
    const TemporaryFolder folder;
    const fs::path file = answers_beside(folder.path() / "saxpy.cu");
    std::ofstream(file) << "kernel = \"saxpy\"\n[[launch\n";
    const auto read = read_answers(file);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("saxpy.cu.warpstage.toml:2: "));
}

TEST(FormLesson, IsAcceptedByTheLint)
{
    const TemporaryFolder folder;
    const std::vector<EmptyKernel> kernels { kSaxpyPtx, { "_Z9transposePKfPfi", { ".u64", ".u64", ".u32" }, "%tid.y" },
        { "_Z6scale2Pfdi", { ".u64", ".f64", ".u32" } } };
    auto forms = forms_of(kernels,
        std::string { kSaxpy }
            + "\n__global__ void transpose(const float* x, float* out, int n) { }\n__global__ void scale2(float* x, double a, "
              "int n) { }");
    forms[2].fields[1].value = "96";
    for (LaunchForm& form : forms)
        ASSERT_TRUE(check_form(form, folder.path()));
    const lesson::OutsideTexts texts { folder.path() / "mine.cu",
        lesson_text(forms, { "mine", "mine.cu", "transpose" }, folder.path()), ptx_of(kernels), {}, "// mine\n" };
    const auto made = lesson::make_outside_lesson(texts, folder.path() / "lesson");
    ASSERT_TRUE(made) << made.error().message << texts.toml;
    EXPECT_THAT(lesson::lint_lesson(folder.path() / "lesson"), ElementsAre()) << texts.toml;
    const auto& lesson = **made;
    EXPECT_EQ(lesson.origin.outside, folder.path() / "mine.cu");
    EXPECT_EQ(lesson.variants.size(), 3U);
    EXPECT_EQ(lesson.variants[lesson.opening.variant].id, "transpose");
    // saxpy's n is 65536 and transpose's is 256, so they are two parameters; scale2 shares that of saxpy.
    std::vector<std::string> ids;
    for (const auto& parameter : lesson.problem->parameters())
        ids.push_back(parameter.id);
    EXPECT_THAT(ids, ElementsAre("n", "a", "block", "transpose_n", "block_x", "block_y", "scale2_block"));
    const auto plan = lesson.problem->plan(lesson.variants[1], lesson.initial_settings());
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(std::get<problem::KernelLaunch>(plan->step.at(0)).grid.y, 16U);
    EXPECT_APPROVED(
        lesson.problem->check(*plan, lesson.initial_settings(), std::vector<std::vector<std::byte>>(plan->buffers.size()))
            .sentence);
}

TEST(FormLesson, FilesOfOneNameAreTwoLessons)
{
    EXPECT_NE(lesson::outside_id("/a/saxpy.cu"), lesson::outside_id("/b/saxpy.cu"));
    EXPECT_EQ(lesson::outside_id("/a/My File.cu").substr(0, 8), "my_file-");
    EXPECT_EQ(id_of("My  Kernel<256>"), "my_kernel_256");
}

} // namespace
} // namespace warpstage::kernel_run
