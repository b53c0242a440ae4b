#include "core/capture_file/capture_arguments.h"

#include "core/capture_file/kernel_parameters.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/expressions/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpstage::capture_file {

namespace {

using Bytes = std::span<const std::byte>;

template <typename Value> Value value_at(Bytes bytes)
{
    Value value {};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

std::string hexadecimal(Bytes bytes)
{
    std::string text = "bytes=";
    for (const std::byte byte : bytes)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

// The shortest decimal number that becomes this value again; nothing: none does.
template <typename Real> std::optional<std::string> decimal(Bytes bytes)
{
    const auto value = value_at<Real>(bytes);
    if (!std::isfinite(value) || (value == 0 && std::signbit(value)))
        return std::nullopt;
    const std::string text = fmt::format("{}", value);
    const auto read = static_cast<Real>(std::strtod(text.c_str(), nullptr));
    return read == value ? std::optional(text) : std::nullopt;
}

// A number of the declared type if it has the size of the parameter.
std::string scalar(Bytes bytes, const std::string& declared, ptx::Type type)
{
    auto chosen = problem::parse_element_type(declared);
    if (!chosen || ptx::size_of(*chosen) != bytes.size())
        chosen = problem::parse_element_type(ptx::name_of(type));
    if (!chosen) // .b32, .b64
        chosen = bytes.size() == 8 ? ptx::Type::u64 : ptx::Type::u32;
    if (ptx::size_of(*chosen) != bytes.size())
        return hexadecimal(bytes);
    const std::string name { ptx::name_of(*chosen) };
    if (*chosen == ptx::Type::f32 || *chosen == ptx::Type::f64) {
        const auto text = *chosen == ptx::Type::f32 ? decimal<float>(bytes) : decimal<double>(bytes);
        return text ? name + '=' + *text : hexadecimal(bytes);
    }
    if (ptx::is_float(*chosen))
        return hexadecimal(bytes);
    if (ptx::is_signed(*chosen)) {
        const auto unused = 64 - 8 * bytes.size(); // bits
        const auto value = static_cast<std::int64_t>(value_at<std::uint64_t>(bytes) << unused) >> unused;
        return value == std::numeric_limits<std::int64_t>::min() ? hexadecimal(bytes) : fmt::format("{}={}", name, value);
    }
    const auto value = value_at<std::uint64_t>(bytes);
    return value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) ? hexadecimal(bytes)
                                                                                        : fmt::format("{}={}", name, value);
}

// The bytes of a parameter; fewer if the block ends before.
Bytes bytes_of(const capture::CapturedLaunch& launch, const ptx::Parameter& parameter)
{
    const Bytes block { launch.parameters };
    const auto offset = std::min<std::size_t>(parameter.offset, block.size());
    return block.subspan(offset, std::min<std::size_t>(parameter.size, block.size() - offset));
}

// Letters, digits and underscores of a variable's name.
std::string identifier_of(const std::string& text)
{
    std::string name;
    for (const char c : text)
        name += problem::is_name(std::string { 'a', c }) ? c : '_';
    return problem::is_name(name) ? name : 'm' + name;
}

} // namespace

CaptureArguments::CaptureArguments(const ptx::Module& module, std::string_view source, std::span<const CaptureBuffer> buffers,
    std::span<const capture::CapturedLaunch> launches, std::span<const KnownBuffer> known)
    : m_module(module)
    , m_source(source)
    , m_buffers(buffers)
    , m_named(buffers.size())
    , m_taken { "i", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z" }
{
    for (const KnownBuffer& buffer : known) {
        if (const auto index = buffer_at(buffer.address))
            name(*index, buffer.name, buffer.type);
    }
    for (const capture::CapturedLaunch& launch : launches) {
        const auto* const kernel = module.find(launch.kernel);
        const auto declared = kernel_parameters(launch.kernel, source);
        for (std::size_t i = 0; kernel != nullptr && i < kernel->parameters.size(); ++i) {
            const Bytes bytes = bytes_of(launch, kernel->parameters[i]);
            const auto pointed = bytes.size() == sizeof(std::uint64_t) ? buffer_at(value_at<std::uint64_t>(bytes)) : std::nullopt;
            if (pointed && i < declared.size())
                name(*pointed, declared[i].name, declared[i].type);
        }
    }
    for (std::size_t i = 0; i < buffers.size(); ++i)
        name(i, buffers[i].variable.empty() ? fmt::format("m{}", i + 1) : identifier_of(buffers[i].variable), {});
}

// The first name and the first type count.
void CaptureArguments::name(std::size_t index, const std::string& name, const std::string& type)
{
    NamedBuffer& named = m_named[index];
    const std::uint64_t bytes = m_buffers[index].bytes;
    const auto element = problem::parse_element_type(type);
    if (named.type.empty() && element && bytes % ptx::size_of(*element) == 0)
        named.type = type;
    if (!named.name.empty() || !problem::is_name(name))
        return;
    named.name = name;
    for (int number = 2; !m_taken.insert(named.name).second; ++number)
        named.name = fmt::format("{}_{}", name, number);
    if (named.type.empty())
        named.type = bytes % sizeof(std::uint32_t) == 0 ? "u32" : "u8";
    named.count = bytes / ptx::size_of(*problem::parse_element_type(named.type));
}

std::optional<std::size_t> CaptureArguments::buffer_at(std::uint64_t address) const
{
    const auto found = std::ranges::find_if(m_buffers, [&](const CaptureBuffer& buffer) {
        return buffer.address != 0 && address >= buffer.address && address - buffer.address < buffer.bytes;
    });
    return found == m_buffers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_buffers.begin()));
}

std::vector<std::string> CaptureArguments::arguments_of(const capture::CapturedLaunch& launch) const
{
    std::vector<std::string> arguments;
    const auto* const kernel = m_module.find(launch.kernel);
    const auto declared = kernel_parameters(launch.kernel, m_source);
    for (std::size_t i = 0; kernel != nullptr && i < kernel->parameters.size(); ++i) {
        const Bytes bytes = bytes_of(launch, kernel->parameters[i]);
        const auto value = value_at<std::uint64_t>(bytes);
        const auto pointed = bytes.size() == sizeof value ? buffer_at(value) : std::nullopt;
        if (pointed && m_buffers[*pointed].address == value)
            arguments.push_back('"' + m_named[*pointed].name + '"');
        else if (pointed) // an address inside
            arguments.push_back(fmt::format("\"u64=0x{:x}\"", value));
        else
            arguments.push_back(
                '"' + scalar(bytes, i < declared.size() ? declared[i].type : std::string {}, kernel->parameters[i].type) + '"');
    }
    return arguments;
}

} // namespace warpstage::capture_file
