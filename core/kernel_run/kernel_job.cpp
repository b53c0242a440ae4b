#include "core/kernel_run/kernel_job.h"

#include "core/base/text.h"
#include "core/kernel_run/form/source_text.h"
#include "core/problem/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace warpstage::kernel_run {

namespace {

using problem::kMaxBlock;
using problem::kMaxGrid;
using problem::kMaxShared;
using problem::kMaxThreads;

// "16x16", as reports print extents.
bool is_written_with_x(std::string_view text)
{
    const auto is_number = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const auto parts = text::split(text, 'x');
    return parts.size() > 1 && !text.starts_with("0x") && std::ranges::all_of(parts, is_number);
}

// "16,16"; at most three sizes.
std::string with_commas(std::string_view text)
{
    auto parts = text::split(text, 'x');
    parts.resize(std::min<std::size_t>(parts.size(), 3));
    return fmt::format("{}", fmt::join(parts, ","));
}

Result<Dim3> extent(std::string_view option, const std::string& text, const Dim3& most, const Names& names)
{
    const auto parts = text::split(text, ',');
    if (parts.size() > 3)
        return Error { fmt::format("`--{}` requires X[,Y[,Z]], for example 16 or 8,8, not `{}`.", option, text) };
    Dim3 result;
    const std::array<std::uint32_t*, 3> sides { &result.x, &result.y, &result.z };
    const std::array<std::uint32_t, 3> limits { most.x, most.y, most.z };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = problem::evaluate(text::trim(parts[i]), names);
        if (!value && is_written_with_x(text))
            return Error { fmt::format(
                "`--{} {}`: sizes are separated by commas, as in `--{} {}`.", option, text, option, with_commas(text)) };
        if (!value)
            return Error { fmt::format("--{} {}: {}", option, text, value.error().message) };
        if (*value < 1 || *value > std::int64_t { limits[i] })
            return Error { fmt::format("`--{} {}`: {} must be 1 to {}, not {}.", option, text,
                std::string_view { "xyz" }.substr(i, 1), limits[i], *value) };
        *sides[i] = static_cast<std::uint32_t>(*value);
    }
    return result;
}

Result<std::uint32_t> shared_bytes(const std::string& text, const Names& names)
{
    const auto value = problem::evaluate(text, names);
    if (!value)
        return Error { fmt::format("--shared {}: {}", text, value.error().message) };
    if (*value < 0 || *value > kMaxShared)
        return Error { fmt::format(
            "`--shared {}`: a block can have 0 to {} bytes of shared memory, not {}.", text, kMaxShared, *value) };
    return static_cast<std::uint32_t>(*value);
}

// nvcc declares float parameters as .f32 and .f64, integers and pointers as .u8 to .u64; a parameter declared as .b may have any
// kind.
bool kinds_differ(const ptx::Parameter& parameter, const ArgumentSpec& spec)
{
    const bool is_float = parameter.type == ptx::Type::f32 || parameter.type == ptx::Type::f64;
    const bool is_integer = parameter.type >= ptx::Type::u8 && parameter.type <= ptx::Type::s64;
    const bool gives_float = !spec.is_buffer() && ptx::is_float(spec.type);
    return !spec.is_structure() && ((is_float && !gives_float) || (is_integer && gives_float));
}

std::string passed_thing(const ArgumentSpec& spec)
{
    if (spec.texture)
        return spec.texture->is_surface() ? "a surface object" : "a texture object";
    if (spec.tensor_map)
        return "a tensor map";
    return spec.is_buffer() || spec.alias ? "the address of a buffer" : std::string { ptx::name_of(spec.type) };
}

std::string counted(std::size_t count, std::string_view noun)
{
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// "float const*" holds f32; byte pointers, pointers to pointers and unknown types may point to anything.
bool elements_differ(const ParameterType& declared, ptx::Type type)
{
    if (!declared.pointer || declared.element.empty() || declared.element == "s8" || declared.element == "u8")
        return false;
    const std::string_view passed = ptx::name_of(type);
    const auto kind = [](std::string_view name) {
        return name.front() == 'u' ? 's' : name.front(); // the sign does not matter
    };
    return kind(declared.element) != kind(passed) || declared.element.substr(1) != passed.substr(1);
}

// The type in the source, from the mangled name.
Result<void> check_elements(const ptx::Function& kernel, std::span<const ArgumentSpec> specs)
{
    const std::vector<std::string> types = demangled_types(kernel.name);
    if (types.size() != specs.size())
        return {};
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const auto named = specs[i].alias ? std::ranges::find(specs, specs[i].alias->buffer, &ArgumentSpec::name) : specs.end();
        const ArgumentSpec& buffer = named != specs.end() ? *named : specs[i];
        const bool plain = buffer.is_buffer() && !buffer.texture && !buffer.tensor_map && buffer.pointers.empty();
        const ParameterType declared = parameter_type(types[i]);
        if (plain && elements_differ(declared, buffer.type))
            return Error { fmt::format("Parameter {} of kernel `{}` is `{}`, but `--arg {}` passes a buffer of {}. Use {}.",
                i + 1, kernel.display_name, types[i], specs[i].text, ptx::name_of(buffer.type), declared.element) };
    }
    return {};
}

Result<void> check_arguments(const ptx::Function& kernel, std::span<const ArgumentSpec> specs)
{
    if (kernel.parameters.size() != specs.size()) {
        const auto signature = ptx::signature(kernel.name);
        return Error { fmt::format("Kernel `{}` has {}, but {} given. Give one `--arg` per "
                                   "parameter, in the order of the source{}.",
            kernel.display_name, counted(kernel.parameters.size(), "parameter"),
            specs.size() == 1 ? "1 `--arg` option is" : fmt::format("{} `--arg` options are", specs.size()),
            signature == kernel.display_name ? "" : ": " + signature) };
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const auto& parameter = kernel.parameters[i];
        if (parameter.size != specs[i].parameter_bytes()) {
            return Error { fmt::format("Parameter {} of kernel `{}` has {} bytes, but `--arg {}` passes {}{}.", i + 1,
                kernel.display_name, parameter.size, specs[i].text, specs[i].parameter_bytes(),
                specs[i].is_buffer() || specs[i].alias ? ", " + passed_thing(specs[i]) : "") };
        }
        if (kinds_differ(parameter, specs[i])) {
            return Error { fmt::format("Parameter {} of kernel `{}` is declared as .{}, but `--arg {}` passes {}.", i + 1,
                kernel.display_name, ptx::name_of(parameter.type), specs[i].text, passed_thing(specs[i])) };
        }
    }
    return check_elements(kernel, specs);
}

template <typename Number> Number number_in(const std::vector<std::byte>& bytes)
{
    Number number {};
    std::memcpy(&number, bytes.data(), sizeof(Number));
    return number;
}

// Only the bytes are needed from here on.
problem::Argument scalar(const std::vector<std::byte>& bytes)
{
    switch (bytes.size()) {
    case 1:
        return number_in<std::uint8_t>(bytes);
    case 2:
        return number_in<std::uint16_t>(bytes);
    case 4:
        return number_in<std::uint32_t>(bytes);
    case 8:
        return number_in<std::uint64_t>(bytes);
    default:
        VERIFY_NOT_REACHED();
    }
}

// Adds buffers in the same order to the plan and to the job.
class ArgumentBuilder {
public:
    ArgumentBuilder(problem::Plan& plan, std::vector<JobBuffer>& buffers)
        : m_plan(plan)
        , m_buffers(buffers)
    {
    }

    // Errors: an address of an unknown buffer, or outside it.
    Result<problem::Argument> argument(ArgumentSpec& spec)
    {
        if (spec.is_structure()) {
            problem::StructArgument structure;
            structure.bytes.resize(spec.structure_bytes);
            if (auto filled = fill(spec, 0, structure); !filled)
                return filled.error();
            return problem::Argument { std::move(structure) };
        }
        if (spec.alias) {
            const auto address = address_of(*spec.alias, 0, spec.text);
            if (!address)
                return address.error();
            return problem::Argument { problem::BufferArgument { address->buffer, address->inside } };
        }
        if (!spec.is_buffer())
            return scalar(spec.bytes);
        const auto buffer = add_buffer(spec);
        if (!buffer)
            return buffer.error();
        if (spec.texture)
            return problem::Argument { problem::TextureArgument { *buffer, *spec.texture } };
        if (spec.tensor_map) {
            const TensorMapBits bits = encoded({ *spec.tensor_map, 0 });
            return problem::Argument { problem::StructArgument {
                { bits.begin(), bits.end() }, { { tensor_map_address_offset(), *buffer } } } };
        }
        return problem::Argument { problem::BufferArgument { *buffer } };
    }

private:
    Result<void> fill(ArgumentSpec& spec, std::size_t start, problem::StructArgument& structure)
    {
        for (auto& member : spec.members) {
            const std::size_t offset = start + member.offset;
            if (member.is_structure()) {
                if (auto filled = fill(member, offset, structure); !filled)
                    return filled;
            } else if (member.alias) {
                const auto address = address_of(*member.alias, offset, member.text);
                if (!address)
                    return address.error();
                structure.addresses.push_back(*address);
            } else if (member.is_buffer()) {
                const auto buffer = add_buffer(member);
                if (!buffer)
                    return buffer.error();
                structure.addresses.push_back({ offset, *buffer });
            } else {
                std::memcpy(structure.bytes.data() + offset, member.bytes.data(), member.bytes.size());
            }
        }
        return {};
    }

    Result<problem::BufferIndex> add_buffer(ArgumentSpec& spec)
    {
        problem::Buffer buffer;
        buffer.name = spec.name;
        buffer.bytes = static_cast<std::size_t>(*spec.count) * ptx::size_of(spec.type);
        buffer.unwritten = spec.unwritten;
        if (!spec.bytes.empty())
            buffer.initial = problem::SharedBytes { std::move(spec.bytes) };
        for (std::size_t i = 0; i < spec.pointers.size(); ++i) {
            if (spec.pointers[i].buffer.empty())
                continue; // null
            const auto address = address_of(spec.pointers[i], i * sizeof(std::uint64_t), spec.text);
            if (!address)
                return address.error();
            buffer.addresses.push_back(*address);
        }
        m_plan.buffers.push_back(std::move(buffer));
        m_buffers.push_back({ spec.name, spec.type, *spec.count, spec.output });
        return m_plan.buffers.size() - 1;
    }

    Result<problem::StoredAddress> address_of(const AddressSpec& spec, std::size_t offset, const std::string& text) const
    {
        const auto found = std::ranges::find(m_buffers, spec.buffer, &JobBuffer::name);
        if (found == m_buffers.end()) {
            std::vector<std::string> names;
            for (const auto& buffer : m_buffers)
                names.push_back(buffer.name);
            return argument_error(text,
                names.empty()
                    ? fmt::format("no preceding argument is a buffer `{}`; `--buffer` adds one that no parameter is", spec.buffer)
                    : fmt::format("no preceding argument is a buffer `{}`; use {}", spec.buffer, text::alternatives(names)));
        }
        // The address after the last element is valid, as in C++.
        if (spec.elements < 0 || static_cast<std::uint64_t>(spec.elements) > found->count)
            return argument_error(
                text, fmt::format("element {} is outside buffer `{}` of {} elements", spec.elements, found->name, found->count));
        return problem::StoredAddress { offset, static_cast<problem::BufferIndex>(found - m_buffers.begin()),
            static_cast<std::uint64_t>(spec.elements) * ptx::size_of(found->type) };
    }

    problem::Plan& m_plan;
    std::vector<JobBuffer>& m_buffers;
};

// Every buffer has its own name, so that --print, --save and @NAME find it.
Result<void> check_buffer_names(const std::vector<ArgumentSpec>& specs, const std::vector<JobBuffer>& buffers)
{
    for (const auto& spec : specs) {
        std::vector<std::string> names;
        if (spec.is_structure() || spec.is_buffer())
            collect_names(spec, names);
        for (const auto& name : names) {
            if (std::ranges::find(buffers, name, &JobBuffer::name) != buffers.end())
                return argument_error(
                    spec.text, fmt::format("a preceding launch has a buffer `{0}`. Use @{0} to pass it, or another name", name));
        }
    }
    return {};
}

// Buffers to which only addresses refer, such as the rows of a `float**`.
Result<void> add_buffers(KernelJob& job, problem::Plan& plan, const std::vector<std::string>& texts, Names& names)
{
    auto specs = parse_arguments(texts, names);
    if (!specs)
        return specs.error();
    ArgumentBuilder builder(plan, job.buffers);
    for (std::size_t i = 0; i < specs->size(); ++i) {
        ArgumentSpec& spec = (*specs)[i];
        const bool plain = spec.is_buffer() && !spec.texture && !spec.tensor_map && !spec.is_structure();
        if (!plain || spec.name == fmt::format("arg{}", i + 1))
            return Error { fmt::format(
                "`--buffer {}`: a buffer has a name, a type and a count, for example row:f32[64]=iota.", spec.text) };
        if (auto added = builder.argument(spec); !added)
            return added.error();
    }
    return {};
}

// Adds a launch of `kernel` to the plan, and its buffers to the job.
Result<void> add_launch(
    KernelJob& job, problem::Plan& plan, const ptx::Function& kernel, const FurtherLaunch& request, Names& names)
{
    auto specs = parse_arguments(request.arguments, names);
    if (!specs)
        return specs.error();
    if (!plan.step.empty()) {
        // "arg2" would be ambiguous.
        for (std::size_t i = 0; i < specs->size(); ++i) {
            if ((*specs)[i].name == fmt::format("arg{}", i + 1))
                (*specs)[i].name = fmt::format("launch{}_arg{}", plan.step.size() + 1, i + 1);
        }
    }
    if (auto fits = check_buffer_names(*specs, job.buffers); !fits)
        return fits;
    if (auto fits = check_arguments(kernel, *specs); !fits)
        return fits;
    const auto grid = extent("grid", request.grid, kMaxGrid, names);
    if (!grid)
        return grid.error();
    const auto block = extent("block", request.block, kMaxBlock, names);
    if (!block)
        return block.error();
    if (block->count() > kMaxThreads)
        return Error { fmt::format(
            "`--block {}`: a block can have at most {} threads, not {}.", request.block, kMaxThreads, block->count()) };
    const auto shared = shared_bytes(request.shared, names);
    if (!shared)
        return shared.error();
    const bool ambiguous = ptx::shown_name(*job.source.lesson->module, kernel) != kernel.display_name;
    problem::KernelLaunch launch { ambiguous ? kernel.name : kernel.display_name, *grid, *block, *shared, {} };
    ArgumentBuilder builder(plan, job.buffers);
    for (auto& spec : *specs) {
        auto argument = builder.argument(spec);
        if (!argument)
            return argument.error();
        launch.arguments.push_back(*std::move(argument));
    }
    plan.step.emplace_back(std::move(launch));
    return {};
}

} // namespace

Result<KernelJob> make_job(KernelSource source, const LaunchRequest& request)
{
    VERIFY(source.further.size() == request.further.size());
    auto names = request.names;
    KernelJob job;
    job.source = std::move(source);
    auto plan = std::make_shared<problem::Plan>();
    if (auto added = add_buffers(job, *plan, request.buffers, names); !added)
        return added.error();
    const FurtherLaunch first { request.grid, request.block, request.shared, request.arguments };
    if (auto added = add_launch(job, *plan, *job.source.kernel, first, names); !added)
        return added.error();
    for (std::size_t i = 0; i < request.further.size(); ++i) {
        if (auto added = add_launch(job, *plan, *job.source.further[i], request.further[i], names); !added)
            return Error { fmt::format("Launch {}: {}", i + 2, added.error().message) };
    }
    const auto& module = *job.source.lesson->module;
    std::vector<SymbolValue> symbols;
    for (const auto& text : request.symbols) {
        auto symbol = parse_symbol(module, text, names);
        if (!symbol)
            return symbol.error();
        plan->variables.push_back({ symbol->variable, symbol->bytes });
        symbols.push_back(std::move(*symbol));
    }
    for (const auto& text : request.printed_symbols) {
        auto symbol = parse_printed_symbol(module, text);
        if (!symbol)
            return symbol.error();
        job.printed_symbols.push_back(std::move(*symbol));
    }
    std::vector<const ptx::Function*> kernels { job.source.kernel };
    kernels.insert(kernels.end(), job.source.further.begin(), job.source.further.end());
    job.unset_symbols = unset_symbols(module, kernels, symbols);
    job.plan = std::move(plan);
    return job;
}

} // namespace warpstage::kernel_run
