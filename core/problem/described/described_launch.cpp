#include "core/problem/described/described_launch.h"

#include "core/base/text.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/buffers/tensor_map_spec.h"
#include "core/problem/buffers/texture_spec.h"
#include "core/problem/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <type_traits>
#include <utility>

namespace warpstage::problem {

namespace {

Result<Dim3> extent(std::string_view what, const std::vector<Expression>& expressions, const Dim3& most, const Scope& scope)
{
    Dim3 result;
    const std::array<std::uint32_t*, 3> sides { &result.x, &result.y, &result.z };
    const std::array<std::uint32_t, 3> limits { most.x, most.y, most.z };
    for (std::size_t i = 0; i < expressions.size(); ++i) {
        const auto value = expressions[i].integer(scope);
        if (!value)
            return value.error();
        if (*value < 1 || *value > std::int64_t { limits.at(i) })
            return Error { fmt::format("the {} must be 1 to {} in dimension {}, but `{}` is {}.", what, limits.at(i),
                std::string_view { "xyz" }.substr(i, 1), expressions[i].text(), *value) };
        *sides.at(i) = static_cast<std::uint32_t>(*value);
    }
    return result;
}

template <typename To> Argument as(const std::vector<std::byte>& bytes)
{
    To value {};
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

Result<Argument> scalar(const DescribedScalar& described, const Scope& scope)
{
    const auto value = described.value.evaluate(scope);
    if (!value)
        return value.error();
    std::vector<std::byte> bytes;
    if (ptx::is_float(described.type)) {
        append_real(bytes, described.type, real_of(*value));
    } else {
        const auto* const whole = std::get_if<std::int64_t>(&*value);
        if (whole == nullptr || *whole < least_of(described.type) || *whole > greatest_of(described.type))
            return Error { fmt::format("`{}` is {}, which is out of the range of {}.", described.value.text(), text_of(*value),
                ptx::name_of(described.type)) };
        append_integer(bytes, described.type, *whole);
    }
    // From here on only the bytes are used.
    switch (bytes.size()) {
    case 1:
        return as<std::uint8_t>(bytes);
    case 2:
        return as<std::uint16_t>(bytes);
    case 4:
        return as<std::uint32_t>(bytes);
    case 8:
        return as<std::uint64_t>(bytes);
    default:
        VERIFY_NOT_REACHED();
    }
}

Result<Argument> texture(const DescribedTexture& described, const Scope& scope, BufferIndex first)
{
    auto made = parse_texture(described.kind, described.texel, described.extent, integers_of(scope));
    if (!made)
        return Error { text::sentence(made.error().message) };
    return Argument { TextureArgument { first + described.buffer, *made } };
}

Result<Argument> tensor_map(const DescribedTensorMap& described, const Scope& scope, BufferIndex first, const Plan& plan)
{
    const auto made = parse_tensor_map(described.kind, described.type, described.extent, integers_of(scope));
    if (!made)
        return Error { text::sentence(made.error().message) };
    const auto index = first + described.buffer;
    const auto& buffer = plan.buffers[index];
    if (auto fits = check_tensor_map(*made, 0, buffer.bytes, fmt::format("the tensor map of `{}`", buffer.name)); !fits)
        return Error { text::sentence(fits.error().message) };
    const auto bits = encoded({ *made, 0 });
    return Argument { StructArgument { { bits.begin(), bits.end() }, { { tensor_map_address_offset(), index, 0 } } } };
}

Result<Argument> value_of(const DescribedArgument& argument, const Scope& scope, BufferIndex first, const Plan& plan)
{
    return std::visit(
        [&](const auto& described) -> Result<Argument> {
            using Described = std::decay_t<decltype(described)>;
            if constexpr (std::is_same_v<Described, BufferIndex>)
                return Argument { BufferArgument { first + described } };
            else if constexpr (std::is_same_v<Described, DescribedBytes>)
                return Argument { StructArgument { described.bytes, {} } };
            else if constexpr (std::is_same_v<Described, DescribedScalar>)
                return scalar(described, scope);
            else if constexpr (std::is_same_v<Described, DescribedTexture>)
                return texture(described, scope, first);
            else
                return tensor_map(described, scope, first, plan);
        },
        argument);
}

Result<std::uint32_t> stream_of(const DescribedLaunch& described, const Scope& scope)
{
    constexpr std::int64_t kMaxStreams = 32;
    if (!described.stream)
        return std::uint32_t { 0 };
    const auto stream = described.stream->integer(scope);
    if (!stream)
        return stream.error();
    if (*stream < 0 || *stream >= kMaxStreams)
        return Error { fmt::format(
            "a stream must be 0 to {}, but `{}` is {}.", kMaxStreams - 1, described.stream->text(), *stream) };
    return static_cast<std::uint32_t>(*stream);
}

Result<Transfer> one_copy(
    const DescribedLaunch& described, const std::string& label, const Scope& scope, BufferIndex first, const Plan& plan)
{
    const auto& copy = *described.copy;
    const auto smaller = std::min(plan.buffers[copy.from].bytes, plan.buffers[copy.to].bytes);
    const auto value = [&](const std::optional<Expression>& expression, std::size_t otherwise) {
        return expression ? expression->integer(scope) : Result<std::int64_t> { static_cast<std::int64_t>(otherwise) };
    };
    const auto offset = value(copy.offset, 0);
    const auto bytes = value(copy.bytes, smaller);
    if (!offset || !bytes)
        return offset ? bytes.error() : offset.error();
    const auto room = static_cast<std::int64_t>(smaller);
    if (*offset < 0 || *bytes < 1 || *bytes > room || *offset > room - *bytes)
        return Error { fmt::format(
            "{} bytes at offset {} do not fit into the smaller buffer, which has {} bytes.", *bytes, *offset, smaller) };
    const auto stream = stream_of(described, scope);
    if (!stream)
        return stream.error();
    return Transfer { .label = label,
        .from = first + copy.from,
        .to = first + copy.to,
        .offset = static_cast<std::size_t>(*offset),
        .bytes = static_cast<std::size_t>(*bytes),
        .stream = *stream };
}

Result<KernelLaunch> one_launch(
    const DescribedLaunch& described, const std::string& kernel, const Scope& scope, BufferIndex first, const Plan& plan)
{
    KernelLaunch launch;
    launch.kernel = kernel;
    const auto grid = extent("grid", described.grid, kMaxGrid, scope);
    if (!grid)
        return grid.error();
    launch.grid = *grid;
    const auto block = extent("block", described.block, kMaxBlock, scope);
    if (!block)
        return block.error();
    if (block->count() > kMaxThreads)
        return Error { fmt::format("a block can have at most {} threads, not {}.", kMaxThreads, block->count()) };
    launch.block = *block;
    if (!described.cluster.empty()) {
        const auto cluster = extent("cluster", described.cluster, kMaxGrid, scope);
        if (!cluster)
            return cluster.error();
        launch.cluster = *cluster;
    }
    const auto stream = stream_of(described, scope);
    if (!stream)
        return stream.error();
    launch.stream = *stream;
    if (described.shared) {
        const auto bytes = described.shared->integer(scope);
        if (!bytes)
            return bytes.error();
        if (*bytes < 0 || *bytes > kMaxShared)
            return Error { fmt::format("a block can have 0 to {} bytes of shared memory, but `{}` is {}.", kMaxShared,
                described.shared->text(), *bytes) };
        launch.shared_bytes = static_cast<std::uint32_t>(*bytes);
    }
    for (const auto& argument : described.arguments) {
        auto made = value_of(argument, scope, first, plan);
        if (!made)
            return made.error();
        launch.arguments.push_back(std::move(*made));
    }
    return launch;
}

} // namespace

std::string filled_in(const std::string& text, const std::function<std::string(const std::string& name)>& choice)
{
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto open = text.find('{', at);
        const auto close = open == std::string::npos ? open : text.find('}', open);
        if (close == std::string::npos)
            break;
        result += text.substr(at, open - at) + choice(text.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    return result + text.substr(at);
}

Result<void> append_launches(
    Plan& plan, const DescribedLaunch& launch, const std::string& kernel, Scope scope, BufferIndex first, std::size_t most)
{
    auto& step = plan.step;
    const auto add = [&](auto made) -> Result<void> {
        if (!made)
            return made.error();
        step.emplace_back(*std::move(made));
        return {};
    };
    const auto append = [&] {
        return launch.copy ? add(one_copy(launch, kernel, scope, first, plan))
                           : add(one_launch(launch, kernel, scope, first, plan));
    };
    if (!launch.repeat)
        return append();
    const auto& repeat = *launch.repeat;
    std::set<Number> seen;
    auto value = repeat.from.evaluate(scope);
    if (!value)
        return value.error();
    while (true) {
        scope.numbers.insert_or_assign(repeat.name, *value);
        const auto goes_on = repeat.condition.evaluate(scope);
        if (!goes_on)
            return goes_on.error();
        if (real_of(*goes_on) == 0.0)
            break;
        if (!seen.insert(*value).second)
            return Error { fmt::format("`repeat` returns to {} = {} and never ends: change `{}` so that `{}` becomes false.",
                repeat.name, text_of(*value), repeat.next.text(), repeat.condition.text()) };
        if (step.size() >= most)
            return Error { fmt::format("`repeat` produces more than {} launches (the next one has {} = {}): change `{}` so that "
                                       "`{}` becomes false earlier.",
                most, repeat.name, text_of(*value), repeat.next.text(), repeat.condition.text()) };
        if (auto appended = append(); !appended)
            return appended;
        value = repeat.next.evaluate(scope);
        if (!value)
            return value.error();
    }
    if (seen.empty())
        return Error { fmt::format("`repeat` launches nothing: `{}` is false at the start, where {} is {}.",
            repeat.condition.text(), repeat.name, text_of(*value)) };
    return {};
}

} // namespace warpstage::problem
