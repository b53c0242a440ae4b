#include "core/lesson/files/described_file.h"

#include "core/base/text.h"
#include "core/lesson/files/described_launch_file.h"
#include "core/lesson/files/described_limit_file.h"
#include "core/lesson/files/described_parameter_file.h"
#include "core/lesson/files/described_scene_file.h"
#include "core/problem/buffers/buffer_contents.h"
#include "core/problem/buffers/element_type.h"
#include "core/problem/buffers/texture_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::lesson {

namespace {

using problem::Description;
using problem::Expression;
using problem::Parameter;

// Reads the tables in sequence: each may use the ones before it.
class DescriptionReader {
public:
    explicit DescriptionReader(TomlReader& reader)
        : m_reader(reader)
    {
        m_description.file = reader.name();
    }

    Description run(const toml::table& file)
    {
        m_description.parameters = read_parameters(m_reader, file);
        for (const auto* table : m_reader.tables(file, "buffer"))
            buffer(*table);
        if (m_description.buffers.empty() && !m_reader.failed())
            m_reader.fail(0, "a lesson without `problem` requires at least one [[buffer]].");
        for (const auto* table : m_reader.tables(file, "texture"))
            texture(*table);
        merit(file);
        m_least = read_limit(m_reader, file);
        m_scene = read_scene(m_reader, m_description, file, {});
        const auto* const checked = m_reader.table(file, "check");
        if (checked != nullptr)
            m_check = check(*checked, {});
        for (const auto* table : m_reader.tables(file, "variant"))
            variant(*table);
        for (const auto& [id, described] : m_description.variants)
            check_reference(id, described);
        return std::move(m_description);
    }

private:
    void buffer(const toml::table& table)
    {
        const auto line = line_of(table);
        m_reader.allow_keys(table, { "name", "type", "count", "contents", "place", "address", "variable" });
        problem::DescribedBuffer read;
        read.line = line;
        read.name = m_reader.text(table, "name", line);
        if (!read.name.empty() && (!problem::is_name(read.name) || read.name == "i"))
            m_reader.fail(line,
                fmt::format(
                    "a buffer name must consist of letters, digits and underscores, and must not be `i`: `{}` is invalid.",
                    read.name));
        const auto named = [&](const auto& other) {
            return other.name == read.name;
        };
        if (std::ranges::any_of(m_description.buffers, named))
            m_reader.fail(line, fmt::format("two buffers have the name `{}`.", read.name));
        if (std::ranges::any_of(m_description.parameters, [&](const Parameter& other) { return other.id == read.name; }))
            m_reader.fail(line, fmt::format("a parameter is also named `{}`: rename the buffer.", read.name));
        const auto word = m_reader.text(table, "type", line);
        const auto type = problem::parse_element_type(word);
        if (!type && !word.empty())
            m_reader.fail(
                line_of(*table.get("type")), fmt::format("`{}` is not a type. Use {}.", word, problem::element_type_names()));
        const auto count = m_reader.expression(table, "count", line);
        if (const auto contents = m_reader.optional_text(table, "contents"); !contents.empty())
            read.contents = contents;
        read.type = type.value_or(ptx::Type::f32);
        read.count = count.value_or(Expression {});
        read.place = place(table);
        read.variable = m_reader.optional_text(table, "variable");
        read.address = address(table);
        if (const std::uint64_t bytes = ptx::size_of(read.type); read.address.value_or(0) % bytes != 0)
            m_reader.fail(line_of(*table.get("address")),
                fmt::format("`address` must be a multiple of {}, the size of an element of type {}, but 0x{:x} is not.", bytes,
                    ptx::name_of(read.type), *read.address));
        if (read.place != problem::Place::device && (read.address || !read.variable.empty()))
            m_reader.fail(line, "`address` and `variable` are for device memory: remove `place`.");
        m_description.buffers.push_back(std::move(read));
    }

    std::optional<std::uint64_t> address(const toml::table& table)
    {
        const auto* const node = table.get("address");
        if (node == nullptr)
            return std::nullopt;
        const auto value = node->value_exact<std::int64_t>();
        if (!value || *value < 1)
            m_reader.fail(line_of(*node), "`address` must be a device address as in 0x10000000000.");
        return static_cast<std::uint64_t>(value.value_or(0));
    }

    void texture(const toml::table& table)
    {
        const auto line = line_of(table);
        m_reader.allow_keys(table, { "kind", "texel", "extent", "buffer", "offset", "pitch" });
        problem::DescribedStoredTexture read;
        read.line = line;
        read.texture.kind = m_reader.text(table, "kind", line);
        read.texture.texel = m_reader.text(table, "texel", line);
        read.texture.extent = m_reader.text(table, "extent", line);
        if (!problem::is_texture_kind(read.texture.kind))
            m_reader.fail(line, fmt::format("`{}` is not a kind of texture.", read.texture.kind));
        if (m_reader.required(table, "buffer", line) != nullptr)
            read.texture.buffer = buffer_named(table, "buffer").value_or(0);
        read.offset = bytes_of(table, "offset");
        read.pitch = bytes_of(table, "pitch");
        m_description.textures.push_back(std::move(read));
    }

    // A number of bytes; 0 if the key is absent.
    std::uint64_t bytes_of(const toml::table& table, std::string_view key)
    {
        const auto* const node = table.get(key);
        const auto value = node == nullptr ? 0 : node->value_exact<std::int64_t>().value_or(-1);
        if (value < 0)
            m_reader.fail(line_of(*node), fmt::format("`{}` must be a number of bytes.", key));
        return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
    }

    // A table of contents by the name of a buffer.
    problem::DescribedContents contents(const toml::table& parent, std::string_view key)
    {
        problem::DescribedContents read;
        const auto* const table = m_reader.table(parent, key);
        if (table == nullptr)
            return read;
        for (const auto& [name, node] : *table) {
            const auto buffer = find_buffer(m_reader, m_description, std::string { name.str() }, line_of(node));
            const auto text = node.value_exact<std::string>();
            if (!text)
                m_reader.fail(line_of(node), "the contents of a buffer must be a string as in \"zero\".");
            if (buffer)
                read.insert_or_assign(*buffer, text.value_or(std::string {}));
        }
        return read;
    }

    problem::Place place(const toml::table& table)
    {
        using problem::Place;
        const auto word = m_reader.optional_text(table, "place");
        if (word.empty() || word == "device")
            return Place::device;
        if (word != "pinned" && word != "pageable")
            m_reader.fail(
                line_of(*table.get("place")), fmt::format("`place` must be device, pinned or pageable, not `{}`.", word));
        return word == "pinned" ? Place::pinned_host : Place::pageable_host;
    }

    void merit(const toml::table& file)
    {
        const auto* const table = m_reader.table(file, "merit");
        if (table == nullptr) {
            if (!file.contains("merit"))
                m_reader.fail(0, "[merit] is missing: it defines the `work` of one step, and the `unit` of the throughput.");
            return;
        }
        m_reader.allow_keys(*table, { "work", "unit" });
        m_work = m_reader.expression(*table, "work", line_of(*table)).value_or(Expression {});
        m_unit = m_reader.text(*table, "unit", line_of(*table));
    }

    std::optional<problem::BufferIndex> buffer_named(const toml::table& table, std::string_view key)
    {
        const auto name = m_reader.optional_text(table, key);
        return name.empty() ? std::nullopt : find_buffer(m_reader, m_description, name, line_of(*table.get(key)));
    }

    // The settings of the table, with `base` as defaults.
    problem::DescribedCheck check(const toml::table& table, problem::DescribedCheck base)
    {
        m_reader.allow_keys(table, { "result", "expected", "launch", "variant", "memory", "count", "absolute", "relative" });
        base.line = line_of(table);
        if (table.contains("result")) {
            if (const auto index = buffer_named(table, "result")) {
                base.result = *index;
                m_result_known = true;
            }
        }
        const auto ways = static_cast<int>(table.contains("expected")) + static_cast<int>(table.contains("launch"))
            + static_cast<int>(table.contains("variant")) + static_cast<int>(table.contains("memory"));
        if (ways > 1)
            m_reader.fail(base.line, "a check must have only one of `expected`, `variant`, [check.memory] and [[check.launch]].");
        if (ways > 0) {
            base.expected.reset();
            base.memory.reset();
            base.reference.clear();
            base.variant = m_reader.optional_text(table, "variant");
            const auto* const node = table.get("expected");
            base.unknown = node != nullptr && node->value_exact<bool>() == false;
            if (node != nullptr && !base.unknown)
                base.expected = m_reader.expression(*node, "expected").value_or(Expression {});
            for (const auto* launch : m_reader.tables(table, "launch"))
                base.reference.push_back(read_launch(m_reader, m_description, *launch));
            if (table.contains("memory")) {
                base.memory = contents(table, "memory");
                m_result_known = true;
                if (!table.contains("result") && !base.memory->empty())
                    base.result = base.memory->begin()->first;
            }
        }
        if (const auto* const node = table.get("count"); node != nullptr)
            base.count = m_reader.expression(*node, "count");
        if (table.contains("absolute"))
            base.absolute = m_reader.real(table, "absolute");
        if (table.contains("relative"))
            base.relative = m_reader.real(table, "relative");
        return base;
    }

    void variant(const toml::table& table)
    {
        const auto line = line_of(table);
        problem::DescribedVariant read;
        read.line = line;
        for (const auto* launch : m_reader.tables(table, "launch"))
            read.launches.push_back(read_launch(m_reader, m_description, *launch));
        if (std::ranges::all_of(read.launches, [](const auto& launch) { return launch.copy.has_value(); }))
            m_reader.fail(line, "a variant needs at least one [[variant.launch]].");
        read.contents = contents(table, "contents");
        read.check = m_check;
        if (const auto* const own = m_reader.table(table, "check"); own != nullptr)
            read.check = check(*own, std::move(read.check));
        const auto& checked = read.check;
        const bool compared = checked.expected || checked.memory || !checked.reference.empty() || !checked.variant.empty();
        if (!m_result_known || (!compared && !checked.unknown))
            m_reader.fail(line,
                "the expected result is undefined: [check] requires `result`, a buffer, and `expected`, `variant` or "
                "[[check.launch]].");
        read.work = m_work;
        if (const auto* const node = table.get("work"); node != nullptr)
            read.work = m_reader.expression(*node, "work").value_or(Expression {});
        const auto own_unit = m_reader.optional_text(table, "unit");
        read.unit = own_unit.empty() ? m_unit : own_unit;
        read.least = table.contains("limit") ? read_limit(m_reader, table) : m_least;
        read.scene = read_scene(m_reader, m_description, table, m_scene);
        check_scene(m_reader, table, read);
        const auto* const id = table.get("id");
        m_description.variants.insert_or_assign(id == nullptr ? std::string {} : id->value_or<std::string>({}), std::move(read));
    }

    void check_reference(const std::string& id, const problem::DescribedVariant& described)
    {
        const auto& other = described.check.variant;
        if (other.empty())
            return;
        std::vector<std::string> ids;
        for (const auto& [known, ignored] : m_description.variants)
            ids.push_back(known);
        if (!m_description.variants.contains(other))
            m_reader.fail(described.check.line,
                fmt::format("[check] names the unknown variant `{}`. Use {}.", other, text::alternatives(ids)));
        else if (other == id)
            m_reader.fail(
                described.line, fmt::format("variant `{}` would be compared with itself: add a [variant.check] to it.", id));
    }

    TomlReader& m_reader;
    Description m_description;
    Expression m_work;
    std::string m_unit;
    std::vector<problem::DescribedDemand> m_least;
    problem::DescribedCheck m_check; // of the whole lesson
    problem::DescribedScene m_scene; // of the whole lesson
    bool m_result_known = false;
};

} // namespace

Description read_description(TomlReader& reader, const toml::table& file)
{
    return DescriptionReader { reader }.run(file);
}

} // namespace warpstage::lesson
