#include "core/lesson/files/described_scene_file.h"

#include "core/base/text.h"
#include "core/lesson/files/described_launch_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace warpstage::lesson {

namespace {

using problem::BufferIndex;
using problem::DescribedScene;

using Kind = DescribedScene::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 14> kScenes { { { "bars", Kind::bars }, { "banks", Kind::banks },
    { "traffic", Kind::traffic }, { "matrix", Kind::matrix }, { "sectors", Kind::sectors }, { "particles", Kind::particles },
    { "transfers", Kind::transfers }, { "hazard", Kind::hazard }, { "instructions", Kind::instructions },
    { "requests", Kind::requests }, { "footprint", Kind::footprint }, { "registers", Kind::registers },
    { "latency", Kind::latency }, { "paths", Kind::paths } } };

class SceneReader {
public:
    SceneReader(TomlReader& reader, const problem::Description& description)
        : m_reader(reader)
        , m_description(description)
    {
    }

    Kind kind(const toml::table& parent)
    {
        const auto word = m_reader.optional_text(parent, "scene");
        const auto* const found = std::ranges::find(kScenes, word, &std::pair<std::string_view, Kind>::first);
        if (found != kScenes.end())
            return found->second;
        std::vector<std::string> words;
        for (const auto& [known, kind] : kScenes)
            words.emplace_back(known);
        m_reader.fail(
            line_of(*parent.get("scene")), fmt::format("`scene` must be {}, not `{}`.", text::alternatives(words), word));
        return Kind::by_data;
    }

    std::optional<problem::DescribedImage> image(const toml::table& parent)
    {
        if (parent.get("image")->value_exact<bool>() == false)
            return std::nullopt;
        const auto* const table = m_reader.table(parent, "image");
        if (table == nullptr)
            return std::nullopt;
        m_line = line_of(*table);
        m_reader.allow_keys(*table, { "buffer", "rows", "columns", "lowest", "highest", "sources" });
        problem::DescribedImage read;
        read.line = m_line;
        read.lowest = static_cast<float>(m_reader.real(*table, "lowest"));
        read.highest = real_or_one(*table, "highest");
        auto result = matrix(*table);
        if (!result)
            return std::nullopt;
        read.buffer = result->buffer;
        read.rows = std::move(result->rows);
        read.columns = std::move(result->columns);
        const auto type = m_description.buffers[read.buffer].type;
        if (type != ptx::Type::f32 && type != ptx::Type::f64 && type != ptx::Type::s32)
            m_reader.fail(m_line,
                fmt::format("an image requires type f32, f64 or s32, but `{}` has type {}.",
                    m_description.buffers[read.buffer].name, ptx::name_of(type)));
        for (const auto* source : m_reader.tables(*table, "sources")) {
            m_reader.allow_keys(*source, { "buffer", "rows", "columns" });
            auto one = matrix(*source);
            if (!one)
                return std::nullopt;
            const auto& buffer = m_description.buffers[one->buffer];
            if (buffer.type != type)
                m_reader.fail(m_line,
                    fmt::format("the source `{}` has type {}, but the image has type {}: both must have the same type, because "
                                "they share a color scale.",
                        buffer.name, ptx::name_of(buffer.type), ptx::name_of(type)));
            read.sources.push_back(*std::move(one));
        }
        return read;
    }

    std::optional<problem::DescribedBodies> bodies(const toml::table& parent)
    {
        const auto* const table = m_reader.table(parent, "bodies");
        if (table == nullptr)
            return std::nullopt;
        m_line = line_of(*table);
        m_reader.allow_keys(*table, { "count", "x", "y", "vx", "vy", "z", "vz", "radius", "speed", "bodies_per_thread" });
        problem::DescribedBodies read;
        read.line = m_line;
        auto count = m_reader.expression(*table, "count", m_line);
        const auto x = column(*table, "x");
        const auto y = column(*table, "y");
        const auto vx = column(*table, "vx");
        const auto vy = column(*table, "vy");
        if (table->contains("z") != table->contains("vz"))
            m_reader.fail(m_line, "bodies in space require both `z` and `vz`.");
        if (table->contains("z"))
            read.z = column(*table, "z");
        if (table->contains("vz"))
            read.vz = column(*table, "vz");
        read.radius = real_or_one(*table, "radius");
        read.speed = real_or_one(*table, "speed");
        if (!(read.radius > 0.0F) || !(read.speed > 0.0F))
            m_reader.fail(m_line, "`radius` and `speed` of bodies must be greater than 0.");
        if (const auto* const node = table->get("bodies_per_thread"); node != nullptr)
            read.bodies_per_thread = m_reader.expression(*node, "bodies_per_thread");
        if (!count || !x || !y || !vx || !vy)
            return std::nullopt;
        read.count = *std::move(count);
        read.x = *x;
        read.y = *y;
        read.vx = *vx;
        read.vy = *vy;
        return read;
    }

private:
    float real_or_one(const toml::table& table, std::string_view key)
    {
        return static_cast<float>(table.contains(key) ? m_reader.real(table, key) : 1.0);
    }

    std::optional<BufferIndex> buffer(const toml::table& table, std::string_view key)
    {
        const auto name = m_reader.text(table, key, m_line);
        return name.empty() ? std::nullopt : find_buffer(m_reader, m_description, name, line_of(*table.get(key)));
    }

    // An f32 buffer.
    std::optional<BufferIndex> column(const toml::table& table, std::string_view key)
    {
        const auto index = buffer(table, key);
        if (index && m_description.buffers[*index].type != ptx::Type::f32)
            m_reader.fail(m_line,
                fmt::format("`{}` of bodies must be a buffer of type f32, but `{}` has type {}.", key,
                    m_description.buffers[*index].name, ptx::name_of(m_description.buffers[*index].type)));
        return index;
    }

    std::optional<problem::DescribedImage::Source> matrix(const toml::table& table)
    {
        const auto index = buffer(table, "buffer");
        auto rows = m_reader.expression(table, "rows", m_line);
        auto columns = m_reader.expression(table, "columns", m_line);
        if (!index || !rows || !columns)
            return std::nullopt;
        return problem::DescribedImage::Source { *index, *std::move(rows), *std::move(columns) };
    }

    TomlReader& m_reader;
    const problem::Description& m_description;
    std::uint32_t m_line = 0;
};

} // namespace

DescribedScene read_scene(
    TomlReader& reader, const problem::Description& description, const toml::table& parent, DescribedScene base)
{
    SceneReader scene { reader, description };
    if (parent.contains("scene"))
        base.kind = scene.kind(parent);
    if (parent.contains("image"))
        base.image = scene.image(parent);
    if (parent.contains("bodies"))
        base.bodies = scene.bodies(parent);
    return base;
}

void check_scene(TomlReader& reader, const toml::table& table, const problem::DescribedVariant& variant)
{
    const auto& scene = variant.scene;
    const auto word = [&] {
        return std::ranges::find(kScenes, scene.kind, &std::pair<std::string_view, Kind>::second)->first;
    };
    const auto missing = [&](std::string_view what) {
        reader.fail(variant.line, fmt::format("scene `{}` requires {}.", word(), what));
    };
    if ((scene.kind == Kind::matrix || scene.kind == Kind::sectors) && !scene.image)
        missing("the table [image] with `buffer`, `rows` and `columns`");
    if (scene.kind == Kind::particles && !scene.bodies)
        missing("the table [bodies] with `count`, `x`, `y`, `vx` and `vy`");
    if (scene.kind == Kind::transfers
        && std::ranges::none_of(variant.launches, [](const auto& launch) { return launch.copy.has_value(); }))
        missing("copies: [[variant.launch]] with `copy = [FROM, TO]`");
    if (scene.kind == Kind::hazard && reader.optional_text(table, "expects") != "race")
        missing("a variant with `expects = \"race\"`");
}

} // namespace warpstage::lesson
