#include "core/kernel_run/program_source.h"

#include "core/base/whole_file.h"
#include "core/kernel_run/form/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace warpstage::kernel_run {

namespace {

// Functions without which a library cannot be used.
struct HostLibrary {
    std::string_view name;
    std::string_view function; // the beginning of its name
};
constexpr std::array kHostLibraries {
    HostLibrary { "cuBLAS", "cublasCreate" },
    HostLibrary { "cuBLAS", "cublasInit" },
    HostLibrary { "cuBLASLt", "cublasLtCreate" },
    HostLibrary { "cuBLASXt", "cublasXtCreate" },
    HostLibrary { "cuFFT", "cufftPlan" },
    HostLibrary { "cuFFT", "cufftCreate" },
    HostLibrary { "cuFFT", "cufftMakePlan" },
    HostLibrary { "cuFFT", "cufftXt" },
    HostLibrary { "cuRAND's host API", "curandCreateGenerator" },
    HostLibrary { "cuSPARSE", "cusparseCreate" },
    HostLibrary { "cuSOLVER", "cusolverDnCreate" },
    HostLibrary { "cuSOLVER", "cusolverSpCreate" },
    HostLibrary { "cuSOLVER", "cusolverRfCreate" },
    HostLibrary { "cuSOLVER", "cusolverMgCreate" },
    HostLibrary { "cuDNN", "cudnnCreate" },
    HostLibrary { "NCCL", "ncclCommInit" },
    HostLibrary { "NCCL", "ncclGetUniqueId" },
    HostLibrary { "NPP", "nppi" },
    HostLibrary { "NPP", "npps" },
    HostLibrary { "nvJPEG", "nvjpegCreate" },
    HostLibrary { "cuTENSOR", "cutensorCreate" },
};

struct RemovedName {
    std::string_view name;
    std::string_view replacement;
};
constexpr std::string_view kAttribute = "a member of cudaDeviceProp that CUDA 13 has removed; use `cudaDeviceGetAttribute` with ";
constexpr std::string_view kTextures =
    "texture references were removed in CUDA 12; use texture objects (`cudaCreateTextureObject`)";
constexpr std::string_view kLocation =
    "CUDA 13 takes a `cudaMemLocation` instead of the number of the device: `cudaMemLocation l {}; "
    "l.type = cudaMemLocationTypeDevice; l.id = device;`";
constexpr std::array kRemovedNames {
    RemovedName { "cudaThreadSynchronize", "removed in CUDA 13; use `cudaDeviceSynchronize`" },
    RemovedName { "cudaThreadExit", "removed in CUDA 13; use `cudaDeviceReset`" },
    RemovedName { "cudaThreadSetLimit", "removed in CUDA 13; use `cudaDeviceSetLimit`" },
    RemovedName { "cudaThreadGetLimit", "removed in CUDA 13; use `cudaDeviceGetLimit`" },
    RemovedName { "cudaThreadSetCacheConfig", "removed in CUDA 13; use `cudaDeviceSetCacheConfig`" },
    RemovedName { "cudaBindTexture", kTextures },
    RemovedName { "cudaBindTexture2D", kTextures },
    RemovedName { "cudaBindTextureToArray", kTextures },
    RemovedName { "cudaUnbindTexture", kTextures },
    RemovedName { "cudaBindSurfaceToArray", "surface references were removed in CUDA 12; use `cudaCreateSurfaceObject`" },
    RemovedName { "cudaConfigureCall", "removed; use `kernel<<<grid, block>>>(…)` or `cudaLaunchKernel`" },
    RemovedName { "cudaSetupArgument", "removed; use `cudaLaunchKernel`" },
    RemovedName {
        "cudaLaunchCooperativeKernelMultiDevice", "removed in CUDA 13; use `cudaLaunchCooperativeKernel` on each device" },
    RemovedName { "cudaProfilerInitialize", "removed; use `cudaProfilerStart` and `cudaProfilerStop`" },
    RemovedName { "cudaMemAdvise", kLocation },
    RemovedName { "cudaMemPrefetchAsync", kLocation },
    RemovedName { "cuCtxCreate", "CUDA 13 takes `CUctxCreateParams*` as the second argument; pass nullptr" },
    RemovedName { "nvToolsExt", "CUDA 13 has only `<nvtx3/nvToolsExt.h>`" },
    RemovedName { "helper_cuda", "a header of cuda-samples; give its folder with `-I cuda-samples/Common`" },
    RemovedName { "helper_functions", "a header of cuda-samples; give its folder with `-I cuda-samples/Common`" },
    RemovedName { "helper_timer", "a header of cuda-samples; give its folder with `-I cuda-samples/Common`" },
    RemovedName { "cutil", "a header of the CUDA SDK before 5.0; use the error codes of the functions instead" },
    RemovedName { "unary_function", "removed from Thrust with CUDA 13; a function object needs no base class" },
    RemovedName { "binary_function", "removed from Thrust with CUDA 13; a function object needs no base class" },
};
struct RemovedMember {
    std::string_view name;
    std::string_view attribute;
};
constexpr std::array kRemovedMembers {
    RemovedMember { "clockRate", "cudaDevAttrClockRate" },
    RemovedMember { "memoryClockRate", "cudaDevAttrMemoryClockRate" },
    RemovedMember { "deviceOverlap", "cudaDevAttrGpuOverlap" },
    RemovedMember { "kernelExecTimeoutEnabled", "cudaDevAttrKernelExecTimeout" },
    RemovedMember { "computeMode", "cudaDevAttrComputeMode" },
    RemovedMember { "cooperativeMultiDeviceLaunch", "cudaDevAttrCooperativeLaunch" },
    RemovedMember { "singleToDoublePrecisionPerfRatio", "cudaDevAttrSingleToDoublePrecisionPerfRatio" },
    RemovedMember { "maxTexture1DLinear", "cudaDevAttrMaxTexture1DLinearWidth" },
};

// Where the name begins that starts with `start`; npos: nowhere.
std::size_t find_name(std::string_view text, std::string_view start, std::size_t from = 0)
{
    for (std::size_t at = text.find(start, from); at != std::string_view::npos; at = text.find(start, at + 1)) {
        if (at == 0 || !is_of_name(text[at - 1]))
            return at;
    }
    return std::string_view::npos;
}

std::size_t end_of_name(std::string_view text, std::size_t at)
{
    while (at < text.size() && is_of_name(text[at]))
        ++at;
    return at;
}

std::size_t find_whole_name(std::string_view text, std::string_view name)
{
    std::size_t at = find_name(text, name);
    while (at != std::string_view::npos && end_of_name(text, at) != at + name.size())
        at = find_name(text, name, at + 1);
    return at;
}

// A call, and no declaration or definition of a function of this name: those have a type in front or a brace behind.
bool is_call(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::size_t last = begin == 0 ? std::string_view::npos : text.find_last_not_of(" \t\n", begin - 1);
    if (last != std::string_view::npos && (is_of_name(text[last]) || text[last] == '*')) {
        std::size_t first = last;
        while (first > 0 && is_of_name(text[first - 1]))
            --first;
        const std::string_view word = text.substr(first, last + 1 - first);
        if (word != "return" && word != "else")
            return false;
    }
    const std::size_t open = text.find_first_not_of(" \t\n", end);
    if (open == std::string_view::npos || text[open] != '(')
        return false;
    int depth = 0;
    std::size_t at = open;
    for (; at < text.size(); ++at) {
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0)
            break;
    }
    const std::size_t next = at < text.size() ? text.find_first_not_of(" \t\n", at + 1) : std::string_view::npos;
    return next == std::string_view::npos || text[next] != '{';
}

std::string at_line(const ProgramSource& source, std::size_t place)
{
    const auto end = source.text.begin() + static_cast<std::ptrdiff_t>(place);
    return fmt::format("{}:{}", source.file.string(), std::count(source.text.begin(), end, '\n') + 1);
}

} // namespace

std::optional<ProgramSource> read_program_source(const std::filesystem::path& file)
{
    constexpr std::size_t kMaxBytes = std::size_t { 16 } << 20;
    const auto text = read_whole_file(file, kMaxBytes);
    if (!text)
        return std::nullopt;
    SourceText read = read_source(*text);
    const bool nested = std::ranges::any_of(
        read.kernels, [](const SourceKernel& kernel) { return kernel.body.find("<<<") != std::string::npos; });
    return ProgramSource { file, std::move(read.text), nested };
}

std::string host_library_problem(const ProgramSource& source)
{
    for (const HostLibrary& library : kHostLibraries) {
        for (std::size_t at = find_name(source.text, library.function); at != std::string_view::npos;
             at = find_name(source.text, library.function, at + 1)) {
            const std::size_t end = end_of_name(source.text, at);
            const char next = at + library.function.size() < source.text.size() ? source.text[at + library.function.size()] : ' ';
            const bool same_word = std::islower(static_cast<unsigned char>(next)) != 0; // as in a name of the program
            if (!same_word && is_call(source.text, at, end))
                return fmt::format(
                    "{} calls `{}` of {}, whose kernels are machine code for a GPU: the virtual device cannot run them. "
                    "Parts of CUDA libraries that are headers only work: CUB, Thrust, CUTLASS, cuRAND's device API.",
                    at_line(source, at), source.text.substr(at, end - at), library.name);
        }
    }
    return {};
}

std::vector<std::string> removed_names(const ProgramSource& source)
{
    constexpr std::size_t kMaxSentences = 8;
    std::vector<std::string> sentences;
    for (const RemovedMember& member : kRemovedMembers) {
        const std::size_t at = find_whole_name(source.text, member.name);
        if (at != std::string_view::npos && at > 0 && (source.text[at - 1] == '.' || source.text[at - 1] == '>'))
            sentences.push_back(fmt::format("{}: `{}`: {}`{}`.", at_line(source, at), member.name, kAttribute, member.attribute));
    }
    for (const RemovedName& removed : kRemovedNames) {
        const std::size_t at = find_whole_name(source.text, removed.name);
        if (at != std::string_view::npos)
            sentences.push_back(fmt::format("{}: `{}`: {}.", at_line(source, at), removed.name, removed.replacement));
    }
    sentences.resize(std::min(sentences.size(), kMaxSentences));
    return sentences;
}

} // namespace warpstage::kernel_run
