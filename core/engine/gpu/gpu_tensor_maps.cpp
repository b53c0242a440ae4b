#include "core/engine/gpu/gpu_tensor_maps.h"

#include "core/base/objects/tensor_map.h"
#include "core/gpu/tensor_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <variant>

namespace warpstage::engine {

namespace {

// The tensor map of an argument in the form of the virtual machine, which means nothing to a GPU.
std::optional<TensorMap> tensor_map_in(const problem::Argument& argument, std::span<const std::byte> bytes)
{
    TensorMapBits bits {};
    if (!std::holds_alternative<problem::StructArgument>(argument) || bytes.size() != bits.size())
        return std::nullopt;
    std::ranges::copy(bytes, bits.begin());
    return decoded_tensor_map(bits);
}

} // namespace

Result<void> use_driver_form(
    gpu::Context& context, const ptx::Function& kernel, const problem::KernelLaunch& launch, std::vector<std::byte>& block)
{
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto& parameter = kernel.parameters[i];
        const auto bytes = std::span { block }.subspan(parameter.offset, parameter.size);
        const auto map = tensor_map_in(launch.arguments[i], bytes);
        if (!map)
            continue;
        const auto made =
            gpu::driver_form(context, *map, fmt::format("The tensor map of parameter {} of kernel `{}`", i + 1, launch.kernel));
        if (!made)
            return made.error();
        std::ranges::copy(*made, bytes.begin());
    }
    return {};
}

} // namespace warpstage::engine
