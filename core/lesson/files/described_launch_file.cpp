#include "core/lesson/files/described_launch_file.h"

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/buffers/tensor_map_spec.h"
#include "core/problem/buffers/texture_spec.h"
#include "core/problem/described/described_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace warpstage::lesson {

namespace {

using problem::Description;
using problem::Expression;

constexpr std::string_view kArguments = "an argument must be a buffer, TYPE=EXPRESSION as in s32=n, bytes=HEX, a texture as in "
                                        "tex2d:f32[n,n]=x, or a tensor map as in "
                                        "tensormap,box64x64:f16[n,n]=x";

class LaunchReader {
public:
    LaunchReader(TomlReader& reader, const Description& description)
        : m_reader(reader)
        , m_description(description)
    {
    }

    problem::DescribedLaunch run(const toml::table& table)
    {
        m_line = line_of(table);
        problem::DescribedLaunch read;
        read.line = m_line;
        if (const auto* const node = table.get("stream"); node != nullptr)
            read.stream = m_reader.expression(*node, "stream");
        if (const auto* const rule = m_reader.table(table, "repeat"); rule != nullptr)
            read.repeat = repeat(*rule);
        if (table.contains("copy")) {
            copy(table, read);
            return read;
        }
        m_reader.allow_keys(table, { "kernel", "grid", "block", "cluster", "shared", "arguments", "repeat", "record", "stream" });
        read.kernel = kernel(table);
        read.grid = m_reader.expressions(table, "grid", m_line);
        read.block = m_reader.expressions(table, "block", m_line);
        if (table.contains("cluster"))
            read.cluster = m_reader.expressions(table, "cluster", m_line);
        if (const auto* const node = table.get("shared"); node != nullptr)
            read.shared = m_reader.expression(*node, "shared");
        arguments(table, read);
        if (const auto* const node = table.get("record"); node != nullptr) {
            if (!node->is_boolean())
                m_reader.fail(line_of(*node), "`record` must be true or false.");
            read.recorded = node->value_or(false);
        }
        return read;
    }

private:
    void copy(const toml::table& table, problem::DescribedLaunch& launch)
    {
        m_reader.allow_keys(table, { "copy", "label", "offset", "bytes", "repeat", "stream" });
        launch.kernel = m_reader.optional_text(table, "label");
        auto& read = launch.copy.emplace();
        if (const auto* const node = table.get("offset"); node != nullptr)
            read.offset = m_reader.expression(*node, "offset");
        if (const auto* const node = table.get("bytes"); node != nullptr)
            read.bytes = m_reader.expression(*node, "bytes");
        const auto& node = *table.get("copy");
        const auto* const array = node.as_array();
        const auto name = [&](std::size_t i) {
            return array == nullptr || array->size() != 2 ? std::nullopt : (*array)[i].value_exact<std::string>();
        };
        const auto from = name(0);
        const auto to = name(1);
        if (!from || !to) {
            m_reader.fail(line_of(node), "`copy` must name two buffers, as in [\"x_host\", \"x\"].");
            return;
        }
        const auto source = find_buffer(m_reader, m_description, *from, line_of(node));
        const auto target = find_buffer(m_reader, m_description, *to, line_of(node));
        if (!source || !target)
            return;
        if (on_host(*source) == on_host(*target))
            m_reader.fail(line_of(node),
                fmt::format("a copy must be between host and device, but `{}` and `{}` are on the same side.", *from, *to));
        read.from = *source;
        read.to = *target;
        if (launch.kernel.empty())
            launch.kernel = fmt::format("{} to {}", *from, *to);
    }

    // Type of an argument.
    std::optional<problem::BufferIndex> device_buffer(const std::string& name, std::uint32_t line)
    {
        const auto buffer = find_buffer(m_reader, m_description, name, line);
        if (buffer && on_host(*buffer))
            m_reader.fail(line, fmt::format("buffer `{}` is in host memory: copy it to a device buffer.", name));
        return buffer;
    }

    [[nodiscard]] bool on_host(problem::BufferIndex buffer) const
    {
        return m_description.buffers[buffer].place != problem::Place::device;
    }

    std::string kernel(const toml::table& table)
    {
        auto name = m_reader.text(table, "kernel", m_line);
        constexpr std::size_t kMaxKernels = 1000;
        std::size_t kernels = 1; // one for each combination of the choices
        std::set<std::string> named;
        std::ignore = problem::filled_in(name, [&](const std::string& id) {
            const auto& parameters = m_description.parameters;
            const auto found = std::ranges::find_if(parameters, [&](const auto& parameter) { return parameter.id == id; });
            if (found == parameters.end() || found->kind != problem::Parameter::Kind::choice)
                m_reader.fail(line_of(*table.get("kernel")),
                    fmt::format("`{{{}}}` in a kernel name must be a parameter of kind choice.", id));
            else if (named.insert(id).second)
                kernels = std::min(kernels, kMaxKernels + 1) * found->choices.size();
            return std::string {};
        });
        if (kernels > kMaxKernels) {
            m_reader.fail(line_of(*table.get("kernel")),
                fmt::format("`{}` names more than {} kernels: use fewer parameters or choices.", name, kMaxKernels));
            return {};
        }
        return name;
    }

    void arguments(const toml::table& table, problem::DescribedLaunch& launch)
    {
        const auto* const node = table.get("arguments");
        if (node == nullptr)
            return;
        const auto* const array = node->as_array();
        if (array == nullptr) {
            m_reader.fail(line_of(*node), "`arguments` must be a list, as in [\"x\", \"s32=n\"].");
            return;
        }
        for (const auto& element : *array) {
            const auto written = element.value_exact<std::string>();
            if (!written) {
                m_reader.fail(line_of(element), fmt::format("{}.", kArguments));
                continue;
            }
            if (auto read = argument(*written, line_of(element)))
                launch.arguments.push_back(*std::move(read));
        }
    }

    std::optional<problem::DescribedArgument> argument(const std::string& written, std::uint32_t line)
    {
        const auto equals = written.find('=');
        if (equals == std::string::npos) {
            if (const auto buffer = device_buffer(written, line))
                return *buffer;
            return std::nullopt;
        }
        const auto head = std::string_view { written }.substr(0, equals);
        const auto tail = std::string_view { written }.substr(equals + 1);
        if (problem::is_texture_kind(head.substr(0, head.find(':'))))
            return texture(written, head, tail, line);
        if (problem::is_tensor_map_kind(head.substr(0, head.find(':'))))
            return tensor_map(written, head, tail, line);
        if (head == "bytes")
            return bytes(tail, line);
        const auto type = problem::parse_element_type(head);
        if (!type) {
            m_reader.fail(line, fmt::format("`{}` is not a type. Use {}.", head, problem::element_type_names()));
            return std::nullopt;
        }
        auto value = Expression::parse(tail);
        if (!value) {
            m_reader.fail(line, fmt::format("`arguments`: {}", value.error().message));
            return std::nullopt;
        }
        return problem::DescribedScalar { *type, *std::move(value) };
    }

    // "bytes=0010ff": two hexadecimal digits per byte.
    std::optional<problem::DescribedArgument> bytes(std::string_view digits, std::uint32_t line)
    {
        problem::DescribedBytes read;
        for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
            const auto value = number_in<std::uint8_t>(digits.substr(i, 2), 16);
            if (!value)
                break;
            read.bytes.push_back(std::byte { *value });
        }
        if (read.bytes.empty() || read.bytes.size() * 2 != digits.size()) {
            m_reader.fail(line, "`bytes=` requires two hexadecimal digits per byte, as in bytes=0010ff.");
            return std::nullopt;
        }
        return read;
    }

    // The parts of "KIND:TYPE[EXTENT]=BUFFER"; `type` is a texel, too.
    struct View {
        std::string kind;
        std::string type;
        std::string extent;
        problem::BufferIndex buffer = 0;
    };

    std::optional<View> view(const std::string& written, std::string_view head, std::string_view tail, std::uint32_t line)
    {
        const auto colon = head.find(':');
        const auto open = head.find('[');
        if (colon == std::string_view::npos || open == std::string_view::npos || open < colon || !head.ends_with(']')) {
            m_reader.fail(line, fmt::format("{}, not `{}`.", kArguments, written));
            return std::nullopt;
        }
        const auto buffer = device_buffer(std::string { tail }, line);
        if (!buffer)
            return std::nullopt;
        return View { std::string { head.substr(0, colon) }, std::string { head.substr(colon + 1, open - colon - 1) },
            std::string { head.substr(open + 1, head.size() - open - 2) }, *buffer };
    }

    std::optional<problem::DescribedArgument> texture(
        const std::string& written, std::string_view head, std::string_view tail, std::uint32_t line)
    {
        auto read = view(written, head, tail, line);
        if (!read)
            return std::nullopt;
        return problem::DescribedTexture { std::move(read->kind), std::move(read->type), std::move(read->extent), read->buffer };
    }

    std::optional<problem::DescribedArgument> tensor_map(
        const std::string& written, std::string_view head, std::string_view tail, std::uint32_t line)
    {
        auto read = view(written, head, tail, line);
        if (!read)
            return std::nullopt;
        const auto type = problem::parse_element_type(read->type);
        if (!type) {
            m_reader.fail(line, fmt::format("`{}` is not a type. Use {}.", read->type, problem::element_type_names()));
            return std::nullopt;
        }
        return problem::DescribedTensorMap { std::move(read->kind), *type, std::move(read->extent), read->buffer };
    }

    std::optional<problem::DescribedRepeat> repeat(const toml::table& table)
    {
        const auto line = line_of(table);
        m_reader.allow_keys(table, { "name", "from", "while", "next" });
        const auto name = m_reader.text(table, "name", line);
        if (!name.empty() && (!problem::is_name(name) || is_taken(name)))
            m_reader.fail(line, fmt::format("the counter of a repeat rule must have a new name: `{}` is invalid.", name));
        auto from = m_reader.expression(table, "from", line);
        auto condition = m_reader.expression(table, "while", line);
        auto next = m_reader.expression(table, "next", line);
        if (!from || !condition || !next)
            return std::nullopt;
        return problem::DescribedRepeat { name, *std::move(from), *std::move(condition), *std::move(next) };
    }

    [[nodiscard]] bool is_taken(const std::string& name) const
    {
        return std::ranges::any_of(m_description.parameters, [&](const auto& parameter) { return parameter.id == name; });
    }

    TomlReader& m_reader;
    const Description& m_description;
    std::uint32_t m_line = 0;
};

} // namespace

problem::DescribedLaunch read_launch(TomlReader& reader, const Description& description, const toml::table& table)
{
    return LaunchReader { reader, description }.run(table);
}

std::optional<problem::BufferIndex> find_buffer(
    TomlReader& reader, const Description& description, const std::string& name, std::uint32_t line)
{
    std::vector<std::string> names;
    for (problem::BufferIndex i = 0; i < description.buffers.size(); ++i) {
        if (description.buffers[i].name == name)
            return i;
        names.push_back(description.buffers[i].name);
    }
    const auto near = text::nearest(name, names);
    if (names.empty())
        reader.fail(line, fmt::format("unknown buffer `{}`: no buffers are defined.", name));
    else if (near.empty())
        reader.fail(line, fmt::format("unknown buffer `{}`. Use {}.", name, text::alternatives(names)));
    else
        reader.fail(line, fmt::format("unknown buffer `{}`. Did you mean `{}`?", name, near));
    return std::nullopt;
}

} // namespace warpstage::lesson
