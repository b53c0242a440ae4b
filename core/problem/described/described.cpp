#include "core/problem/described/described.h"

#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/problem/buffers/buffer_contents.h"
#include "core/problem/buffers/texture_spec.h"
#include "core/problem/described/described_launch.h"
#include "core/problem/expressions/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::problem {

namespace {

std::optional<Number> number_of_choice(const std::string& text)
{
    if (const auto whole = parse_integer(text))
        return Number { *whole };
    if (const auto real = parse_real(text))
        return Number { *real };
    return std::nullopt;
}

// Each text with `{id}` replaced by each choice of the parameter.
std::vector<std::string> with_choices(const std::vector<std::string>& texts, const Parameter& parameter)
{
    std::vector<std::string> result;
    for (const auto& text : texts) {
        if (text.find('{' + parameter.id + '}') == std::string::npos) {
            result.push_back(text);
            continue;
        }
        for (const auto& choice : parameter.choices)
            result.push_back(
                filled_in(text, [&](const std::string& name) { return name == parameter.id ? choice : '{' + name + '}'; }));
    }
    return result;
}

// The contents with the path of a file in this folder. Errors: a path that leaves it.
Result<std::string> in_folder(const std::string& contents, const std::filesystem::path& folder)
{
    constexpr std::string_view kFile = "file:";
    if (!contents.starts_with(kFile))
        return contents;
    const std::filesystem::path path = contents.substr(kFile.size());
    if (path.is_absolute() || std::ranges::find(path, "..") != path.end() || !is_below(folder / path, folder))
        return Error { fmt::format("`{}` must name a file in the folder of the lesson", contents) };
    return std::string { kFile } + (folder / path).string();
}

} // namespace

Error Described::at(std::uint32_t line, const std::string& what) const
{
    return { fmt::format("{}:{}: {}", m_description.file, line, what) };
}

Scope Described::scope_of(const Settings& settings) const
{
    Scope scope;
    for (const auto& parameter : m_description.parameters) {
        switch (parameter.kind) {
        case Parameter::Kind::integer:
            scope.numbers.emplace(parameter.id, settings.integer(parameter.id));
            break;
        case Parameter::Kind::real:
            scope.numbers.emplace(parameter.id, settings.real(parameter.id));
            break;
        case Parameter::Kind::choice:
            if (const auto number = number_of_choice(settings.choice(parameter.id)))
                scope.numbers.emplace(parameter.id, *number);
            break;
        case Parameter::Kind::text:
            break; // for problems that read it themselves; it is not a number
        }
    }
    return scope;
}

Result<void> Described::accepts(const Variant& variant) const
{
    VERIFY(m_description.variants.contains(variant.id)); // both come from one file
    return {};
}

bool Described::has_one_size(const Variant& variant) const
{
    return m_description.variants.at(variant.id).check.memory.has_value();
}

std::vector<std::string> Described::kernels(const Variant& variant) const
{
    std::vector<std::string> names;
    for (const auto& launch : m_description.variants.at(variant.id).launches) {
        if (launch.copy)
            continue;
        std::vector<std::string> texts { launch.kernel };
        for (const auto& parameter : m_description.parameters)
            texts = with_choices(texts, parameter);
        for (auto& text : texts) {
            if (std::ranges::find(names, text) == names.end())
                names.push_back(std::move(text));
        }
    }
    return names;
}

Result<void> Described::add_buffers(Plan& plan, const Scope& scope) const
{
    constexpr std::uint64_t kMaxBytes = std::uint64_t { 8 }
        << 30; // of all buffers, which the virtual device and the reference keep
    std::uint64_t bytes = 0;
    for (const auto& buffer : m_description.buffers) {
        const auto count = buffer.count.integer(scope);
        if (!count)
            return at(buffer.line, fmt::format("the count of buffer `{}`: {}", buffer.name, count.error().message));
        const auto most = static_cast<std::int64_t>(kMaxBufferBytes / ptx::size_of(buffer.type));
        if (*count < 1 || *count > most)
            return at(buffer.line,
                fmt::format("buffer `{}` of {} must have 1 to {} elements, but `{}` is {}: limit the range of the parameters.",
                    buffer.name, ptx::name_of(buffer.type), most, buffer.count.text(), *count));
        plan.buffers.push_back({ .name = buffer.name,
            .bytes = static_cast<std::size_t>(*count) * ptx::size_of(buffer.type),
            .place = buffer.place,
            .address = buffer.address,
            .variable = buffer.variable });
        bytes += plan.buffers.back().bytes;
        if (bytes > kMaxBytes)
            return at(buffer.line,
                fmt::format("the buffers up to `{}` need more than {} MiB together: limit the range of the parameters.",
                    buffer.name, kMaxBytes >> 20));
    }
    return {};
}

Result<SharedBytes> Described::contents_of(
    BufferIndex buffer, const std::string& text, const Plan& plan, const Names& names) const
{
    const auto& described = m_description.buffers[buffer];
    const auto fail = [&](const Error& error) {
        return at(described.line, text::sentence(fmt::format("buffer `{}`: {}", described.name, error.message)));
    };
    const auto located = in_folder(text, m_description.folder);
    if (!located)
        return fail(located.error());
    auto made = buffer_contents(*located, described.type, plan.buffers[buffer].bytes / ptx::size_of(described.type), names);
    if (!made)
        return fail(made.error());
    return made->bytes.empty() ? SharedBytes {} : SharedBytes { std::move(made->bytes) };
}

Result<void> Described::add_contents(Plan& plan, const DescribedContents& of_variant, const Scope& scope) const
{
    const auto names = integers_of(scope);
    std::string known;
    for (const auto& [name, value] : names)
        known += fmt::format("{}={} ", name, value);
    for (BufferIndex i = 0; i < m_description.buffers.size(); ++i) {
        const auto& buffer = m_description.buffers[i];
        const auto own = of_variant.find(i);
        const auto& contents_text = own == of_variant.end() ? buffer.contents : own->second;
        const auto made_of = fmt::format("{} {} {}", contents_text, plan.buffers[i].bytes, known);
        auto contents = m_contents[i].get(made_of, [&] { return contents_of(i, contents_text, plan, names); });
        if (!contents)
            return contents.error();
        plan.buffers[i].initial = *std::move(contents);
    }
    return {};
}

Result<void> Described::add_textures(Plan& plan, const Scope& scope) const
{
    for (const auto& [described, offset, pitch, line] : m_description.textures) {
        auto texture = parse_texture(described.kind, described.texel, described.extent, integers_of(scope));
        if (!texture)
            return at(line, text::sentence(texture.error().message));
        texture->pitch = pitch;
        const std::size_t bytes = plan.buffers[described.buffer].bytes;
        if (auto fits = check_texture(*texture, offset < bytes ? bytes - offset : 0, "texture"); !fits)
            return at(line, text::sentence(fits.error().message));
        plan.textures.push_back({ described.buffer, offset, *texture });
    }
    return {};
}

Result<void> Described::add_launches(Plan& plan, const std::vector<DescribedLaunch>& launches, const Scope& scope,
    const Settings& settings, BufferIndex first) const
{
    const auto recorded = std::ranges::find(launches, true, &DescribedLaunch::recorded);
    const auto shown =
        recorded != launches.end() ? recorded : std::ranges::find_if(launches, [](const auto& launch) { return !launch.copy; });
    for (auto each = launches.begin(); each != launches.end(); ++each) {
        const auto& launch = *each;
        const auto kernel = filled_in(launch.kernel, [&](const std::string& name) { return settings.text(name); });
        if (each == shown)
            plan.recorded_work = plan.step.size();
        if (auto appended = append_launches(plan, launch, kernel, scope, first, plan.step.size() + kMaxLaunches); !appended)
            return at(
                launch.line, fmt::format("{} `{}`: {}", launch.copy ? "copy" : "launch of", kernel, appended.error().message));
    }
    return {};
}

Result<Plan> Described::outline(const Variant& variant, const Settings& settings) const
{
    const auto& described = m_description.variants.at(variant.id);
    const auto scope = scope_of(settings);
    Plan plan;
    plan.variant = variant.id;
    plan.result = described.check.result;
    plan.work_unit = described.unit;
    plan.starts_anew = described.check.memory.has_value();
    if (auto added = add_buffers(plan, scope); !added)
        return added.error();
    if (auto added = add_textures(plan, scope); !added)
        return added.error();
    if (auto added = add_launches(plan, described.launches, scope, settings, 0); !added)
        return added.error();
    if (auto added = add_scene(plan, described.scene, scope); !added)
        return added.error();
    const auto work = described.work.evaluate(scope);
    if (!work)
        return at(described.line, fmt::format("the work: {}", work.error().message));
    plan.work_per_step = real_of(*work);
    for (const auto& demand : described.least) {
        const auto amount = demand.amount.evaluate(scope);
        if (!amount)
            return at(demand.line, fmt::format("the limit `{}`: {}", word_of(demand.resource), amount.error().message));
        plan.least.push_back({ demand.resource, real_of(*amount) });
    }
    return plan;
}

Result<void> Described::check_contents(const Variant& variant, const Settings& settings) const
{
    const auto& described = m_description.variants.at(variant.id);
    Plan plan;
    if (auto added = add_buffers(plan, scope_of(settings)); !added)
        return added;
    std::uint64_t generated = 0; // elements
    std::uint64_t read = 0; // bytes
    const auto add = [&](BufferIndex i, const std::string& contents) {
        const auto& buffer = m_description.buffers[i];
        if (contents.starts_with("file:"))
            read += plan.buffers[i].bytes;
        else if (contents != "zero" && contents != "out" && contents != "unwritten")
            generated += plan.buffers[i].bytes / ptx::size_of(buffer.type);
        if (generated > kMaxFirstElements)
            return Result<void> { at(buffer.line,
                fmt::format("the buffers up to `{}` have more than {} generated elements: choose a smaller initial size.",
                    buffer.name, kMaxFirstElements)) };
        if (read > kMaxBufferBytes)
            return Result<void> { at(buffer.line,
                fmt::format(
                    "the files of the buffers up to `{}` have more than {} MiB together.", buffer.name, kMaxBufferBytes >> 20)) };
        return Result<void> {};
    };
    for (BufferIndex i = 0; i < m_description.buffers.size(); ++i) {
        const auto own = described.contents.find(i);
        if (auto added = add(i, own == described.contents.end() ? m_description.buffers[i].contents : own->second); !added)
            return added;
    }
    for (const auto& [i, contents] : described.check.memory.value_or(DescribedContents {}))
        if (auto added = add(i, contents); !added)
            return added;
    return {};
}

Result<Plan> Described::plan(const Variant& variant, const Settings& settings) const
{
    auto made = outline(variant, settings);
    if (!made)
        return made;
    if (auto added = add_contents(*made, m_description.variants.at(variant.id).contents, scope_of(settings)); !added)
        return added.error();
    return made;
}

Result<Plan> Described::check_plan(const Variant& variant, const Settings& settings) const
{
    auto made = plan(variant, settings);
    if (!made)
        return made;
    const auto& check = m_description.variants.at(variant.id).check;
    if (check.expected || check.memory || check.unknown)
        return made;
    const auto& launches = check.variant.empty() ? check.reference : m_description.variants.at(check.variant).launches;
    const auto first = made->buffers.size();
    for (BufferIndex i = 0; i < first; ++i) {
        auto copy = made->buffers[i];
        copy.name += " (reference)";
        made->buffers.push_back(std::move(copy));
    }
    const auto recorded = made->recorded_work;
    if (auto added = add_launches(*made, launches, scope_of(settings), settings, first); !added)
        return added.error();
    made->recorded_work = recorded;
    return made;
}

} // namespace warpstage::problem
