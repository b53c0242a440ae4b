#include "core/engine/launch_parameters.h"

#include "core/base/verify.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

namespace warpstage::engine {

namespace {

template <typename Value> std::vector<std::byte> bytes_of_value(const Value& value)
{
    std::vector<std::byte> bytes(sizeof(Value));
    std::memcpy(bytes.data(), &value, bytes.size());
    return bytes;
}

void store_addresses(
    std::vector<std::byte>& bytes, const std::vector<problem::StoredAddress>& stored, std::span<const std::uint64_t> addresses)
{
    for (const auto& address : stored) {
        const std::uint64_t value = addresses[address.buffer] + address.inside;
        VERIFY(address.offset + sizeof value <= bytes.size());
        std::memcpy(bytes.data() + address.offset, &value, sizeof value);
    }
}

// Takes the first of `textures` if the argument is a texture.
std::vector<std::byte> bytes_of(
    const problem::Argument& argument, std::span<const std::uint64_t> addresses, std::span<const std::uint64_t>& textures)
{
    return std::visit(
        [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, problem::BufferArgument>) {
                return bytes_of_value(addresses[value.buffer] + value.inside);
            } else if constexpr (std::is_same_v<Value, problem::TextureArgument>) {
                const std::uint64_t handle = textures.front();
                textures = textures.subspan(1);
                return bytes_of_value(handle);
            } else if constexpr (std::is_same_v<Value, problem::StructArgument>) {
                std::vector<std::byte> bytes = value.bytes;
                store_addresses(bytes, value.addresses, addresses);
                return bytes;
            } else {
                return bytes_of_value(value);
            }
        },
        argument);
}

} // namespace

Result<std::vector<std::byte>> parameter_block(const ptx::Function& kernel, const problem::KernelLaunch& launch,
    std::span<const std::uint64_t> addresses, std::span<const std::uint64_t> textures)
{
    VERIFY(textures.size() == texture_arguments(launch).size());
    if (kernel.parameters.size() != launch.arguments.size()) {
        return Error { fmt::format("Kernel `{}` has {} parameter{}, but the lesson's problem passes {}. Use the same parameters "
                                   "as the kernels of the other variants.",
            launch.kernel, kernel.parameters.size(), kernel.parameters.size() == 1 ? "" : "s", launch.arguments.size()) };
    }
    std::vector<std::byte> block(kernel.parameter_bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto& parameter = kernel.parameters[i];
        const auto bytes = bytes_of(launch.arguments[i], addresses, textures);
        if (bytes.size() != parameter.size) {
            return Error { fmt::format("Parameter {} of kernel `{}` has {} bytes, but the lesson's problem passes {}. Use the "
                                       "same type as in the kernels of the other variants.",
                i + 1, launch.kernel, parameter.size, bytes.size()) };
        }
        std::memcpy(block.data() + parameter.offset, bytes.data(), bytes.size());
    }
    return block;
}

std::vector<std::byte> initial_bytes(const problem::Buffer& buffer, std::span<const std::uint64_t> addresses)
{
    auto bytes = buffer.initial.copy();
    if (!buffer.addresses.empty()) {
        bytes.resize(buffer.bytes);
        store_addresses(bytes, buffer.addresses, addresses);
    }
    return bytes;
}

std::vector<problem::TextureArgument> texture_arguments(const problem::KernelLaunch& launch)
{
    std::vector<problem::TextureArgument> textures;
    for (const auto& argument : launch.arguments) {
        if (const auto* texture = std::get_if<problem::TextureArgument>(&argument))
            textures.push_back(*texture);
    }
    return textures;
}

std::string texture_name(const problem::Plan& plan, const problem::TextureArgument& texture)
{
    return fmt::format("texture `{}`", plan.buffers[texture.buffer].name);
}

Result<void> check_textures(const problem::Plan& plan, const problem::KernelLaunch& launch)
{
    for (const auto& texture : texture_arguments(launch)) {
        if (auto fits = check_texture(texture.texture, plan.buffers[texture.buffer].bytes, texture_name(plan, texture)); !fits)
            return Error { "The " + fits.error().message + "." };
    }
    return {};
}

} // namespace warpstage::engine
