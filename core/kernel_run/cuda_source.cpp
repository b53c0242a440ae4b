#include "core/kernel_run/cuda_source.h"

#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/gpu/nvrtc/compile_process.h"

namespace warpstage::kernel_run {

namespace {

// The user asked for this file and sees what the program waits for.
constexpr std::chrono::seconds kNvrtcTime { 60 };

gpu::Compilation compile_with_nvcc(const gpu::CompileRequest& request, const std::stop_token& stop)
{
    const auto compiler = gpu::NvccCompiler::find();
    if (!compiler)
        return { compiler.error() };
    auto compilation = compiler->compile(request, gpu::NvccCompiler::kTimeLimit, stop);
    if (!compilation.result && compilation.result.error().message.find("No such file or directory") != std::string::npos)
        compilation.result = Error { compilation.result.error().message + " Add its folder with `-I FOLDER`." };
    return compilation;
}

gpu::Compilation compile_with_nvrtc(const gpu::CompileRequest& request, const std::stop_token& stop)
{
    gpu::CompileProcess compiler { kNvrtcTime };
    return compiler.compile(request, stop);
}

} // namespace

gpu::Compilation compile_cuda(const std::filesystem::path& file, const std::string& source, const CudaOptions& options,
    const std::vector<std::string>& instances)
{
    gpu::CompileRequest request;
    request.source = source;
    request.name = file.filename().string();
    request.file = file;
    request.architecture = options.architecture;
    request.defines = options.defines;
    request.flags = options.flags;
    const auto folder = file.parent_path();
    request.include_folders = { folder.empty() ? std::filesystem::path { "." } : folder };
    request.include_folders.insert(request.include_folders.end(), options.include_folders.begin(), options.include_folders.end());
    request.name_expressions = instances;
    if (options.compiler == Compiler::nvcc)
        return compile_with_nvcc(request, options.stop);
    auto compilation = compile_with_nvrtc(request, options.stop);
    if (options.compiler == Compiler::nvrtc)
        return compilation;
    if (!compilation.requires_nvcc && compilation.lacks_names && gpu::NvccCompiler::find()) {
        auto second = compile_with_nvcc(request, options.stop);
        return second.result ? second : compilation;
    }
    if (!compilation.requires_nvcc)
        return compilation;
    if (gpu::NvccCompiler::find())
        return compile_with_nvcc(request, options.stop);
    // If NVRTC is missing too, its message says what to install.
    if (!compilation.diagnostics.empty())
        compilation.result = Error { compilation.result.error().message
            + " nvcc compiles such files, but was not found: install the CUDA Toolkit, or set CUDA_HOME to its folder." };
    return compilation;
}

} // namespace warpstage::kernel_run
