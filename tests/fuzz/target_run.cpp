#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace warpstage::fuzz {

namespace {

constexpr std::uint64_t kBudget = 20'000;
constexpr std::size_t kBufferBytes = 4096;
// A kernel may have any number of parameters; pointers beyond this number refer to the last buffer.
constexpr std::size_t kMaxBuffers = 4;

void run_kernel(const ptx::Module& module, const ptx::Function& kernel)
{
    const Result<simt::Program> program = simt::Program::lower(module, kernel, simt::available_instruction_sets().front());
    if (!program)
        return;
    simt::DeviceMemory memory;
    std::vector<simt::DeviceAddress> buffers;
    for (std::size_t i = 0; i < kMaxBuffers; ++i)
        buffers.push_back(memory.allocate("buffer", kBufferBytes));
    std::vector<std::byte> parameters(kernel.parameter_bytes);
    std::size_t next = 0;
    for (const ptx::Parameter& parameter : kernel.parameters) {
        if (parameter.size == sizeof(simt::DeviceAddress) && parameter.offset + parameter.size <= parameters.size())
            std::memcpy(parameters.data() + parameter.offset, &buffers[std::min(next++, kMaxBuffers - 1)], parameter.size);
    }
    simt::RunOptions options;
    options.instruction_budget = kBudget;
    const simt::LaunchShape shape { .grid = { 2 }, .block = { 40 }, .dynamic_shared_bytes = 256 };
    const auto outcome = simt::run(*program, memory, shape, parameters, options);
    static_cast<void>(outcome); // a result, a trap or a refusal: all are valid
}

} // namespace

void run(std::string_view text)
{
    const Result<ptx::Module> module = ptx::parse(text, "fuzz.ptx");
    if (!module)
        return;
    for (const ptx::Function& function : module->functions) {
        if (function.entry)
            run_kernel(*module, function);
    }
}

} // namespace warpstage::fuzz
