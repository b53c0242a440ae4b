// Compiles CUDA C++ to PTX with NVRTC, the CUDA compiler as a library, which is opened at run time.
#pragma once

#include "core/base/result.h"
#include "core/gpu/nvrtc/compilation.h"
#include "core/gpu/nvrtc/nvrtc_probe.h"

#include <filesystem>
#include <memory>
#include <span>

namespace warpstage::gpu {

class NvrtcCompiler {
public:
    // The first of these libraries that opens and has every required function. Errors: none; the message says how to install
    // NVRTC and that PTX runs without it.
    [[nodiscard]] static Result<NvrtcCompiler> load(std::span<const std::filesystem::path> libraries);
    [[nodiscard]] static Result<NvrtcCompiler> load();

    [[nodiscard]] const NvrtcInfo& info() const { return m_info; }

    // Compiles with line information, so that faults and reports refer to source lines.
    [[nodiscard]] Compilation compile(const CompileRequest& request) const;

private:
    struct Functions;

    NvrtcCompiler(NvrtcInfo info, std::shared_ptr<const Functions> functions);

    NvrtcInfo m_info;
    std::shared_ptr<const Functions> m_functions; // the library stays open
};

} // namespace warpstage::gpu
