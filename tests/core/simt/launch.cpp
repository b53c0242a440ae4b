#include "launch.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpstage::simt {

LaunchOutcome launch_in(DeviceMemory& memory, const ptx::Module& module, const std::string& kernel, const LaunchShape& shape,
    const Parameters& parameters, const RunOptions& options)
{
    const ptx::Function* function = module.find(kernel);
    if (function == nullptr) {
        ADD_FAILURE() << "no kernel " << kernel;
        return {};
    }
    const Result<Program> program = Program::lower(module, *function);
    if (!program.ok()) {
        ADD_FAILURE() << program.error().message;
        return {};
    }
    Result<LaunchOutcome> outcome = run(*program, memory, shape, parameters.bytes(), options);
    if (!outcome.ok()) {
        ADD_FAILURE() << outcome.error().message;
        return {};
    }
    return std::move(*outcome);
}

Launched launch(const ptx::Module& module, const std::string& kernel, const LaunchShape& shape, std::size_t count,
    const Parameters& behind, const RunOptions& options)
{
    DeviceMemory memory;
    const DeviceAddress out = memory.allocate("out", count * sizeof(std::int32_t));
    Parameters parameters;
    parameters.add(out);
    for (const std::byte byte : behind.bytes())
        parameters.add(byte);
    Launched launched { launch_in(memory, module, kernel, shape, parameters, options), std::vector<std::int32_t>(count) };
    std::memcpy(launched.out.data(), memory.bytes(out).data(), count * sizeof(std::int32_t));
    return launched;
}

LaunchOutcome launch_plain(const ptx::Module& module, const std::string& kernel, const LaunchShape& shape,
    const Parameters& parameters, const RunOptions& options)
{
    DeviceMemory memory;
    return launch_in(memory, module, kernel, shape, parameters, options);
}

std::string lowering_refusal(const ptx::Module& module, const std::string& kernel)
{
    const Result<Program> program = Program::lower(module, *module.find(kernel));
    return program.ok() ? std::string {} : program.error().message;
}

} // namespace warpstage::simt
