#include "core/engine/launch_parameters.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

namespace warpstage::engine {

namespace {

std::vector<std::byte> bytes_of(const problem::Argument& argument, std::span<const std::uint64_t> addresses)
{
    return std::visit(
        [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, problem::BufferArgument>) {
                std::vector<std::byte> bytes(sizeof(std::uint64_t));
                std::memcpy(bytes.data(), &addresses[value.buffer], bytes.size());
                return bytes;
            } else {
                std::vector<std::byte> bytes(sizeof(Value));
                std::memcpy(bytes.data(), &value, bytes.size());
                return bytes;
            }
        },
        argument);
}

} // namespace

Result<std::vector<std::byte>> parameter_block(
    const ptx::Function& kernel, const problem::KernelLaunch& launch, std::span<const std::uint64_t> addresses)
{
    if (kernel.parameters.size() != launch.arguments.size()) {
        return Error { fmt::format(
            "Kernel `{}` takes {} parameters, but the lesson's problem passes {}; give the kernel the parameters that "
            "the other variants' kernels have.",
            launch.kernel, kernel.parameters.size(), launch.arguments.size()) };
    }
    std::vector<std::byte> block(kernel.parameter_bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto& parameter = kernel.parameters[i];
        const auto bytes = bytes_of(launch.arguments[i], addresses);
        if (bytes.size() != parameter.size) {
            return Error { fmt::format(
                "Parameter {} of kernel `{}` is {} bytes long, but the lesson's problem passes {}; compare its type with "
                "that of the other variants' kernels.",
                i + 1, launch.kernel, parameter.size, bytes.size()) };
        }
        std::memcpy(block.data() + parameter.offset, bytes.data(), bytes.size());
    }
    return block;
}

} // namespace warpstage::engine
