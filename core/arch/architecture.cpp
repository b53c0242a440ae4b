#include "core/arch/architecture.h"

#include "core/arch/simple_name.h"
#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace warpstage::arch {

namespace {

struct Choice {
    std::string_view spelling; // a simple name
    std::string_view option; // Traits::option
};

// The form of Traits::name is accepted, too.
constexpr std::array kChoices {
    Choice { "4byte", "4byte" },
    Choice { "4bytebanks", "4byte" },
    Choice { "8byte", "8byte" },
    Choice { "8bytebanks", "8byte" },
    Choice { "l1", "l1" },
    Choice { "l1loads", "l1" },
    Choice { "l2", "l2" },
    Choice { "l2loads", "l2" },
};

// "1.3", "cc1.3", "sm90", "sm90a", "compute90".
std::optional<ComputeCapability> capability_of(std::string_view simple)
{
    std::optional<std::uint32_t> major;
    std::optional<std::uint32_t> minor;
    for (const std::string_view prefix : { "sm", "compute" }) {
        if (!simple.starts_with(prefix))
            continue;
        simple.remove_prefix(prefix.size());
        if (simple.ends_with('a')
            || simple.ends_with('f')) // suffix for architecture-specific or family-specific features: same rules
            simple.remove_suffix(1);
        if (simple.size() < 2)
            return std::nullopt;
        major = number_in<std::uint32_t>(simple.substr(0, simple.size() - 1));
        minor = number_in<std::uint32_t>(simple.substr(simple.size() - 1));
        return major && minor ? std::optional { ComputeCapability { *major, *minor } } : std::nullopt;
    }
    if (simple.starts_with("cc"))
        simple.remove_prefix(2);
    const auto dot = simple.find('.');
    if (dot == std::string_view::npos)
        return std::nullopt;
    major = number_in<std::uint32_t>(simple.substr(0, dot));
    minor = number_in<std::uint32_t>(simple.substr(dot + 1));
    return major && minor ? std::optional { ComputeCapability { *major, *minor } } : std::nullopt;
}

const Traits* usual_traits(ComputeCapability capability)
{
    const Traits& traits = traits_of(capability);
    return traits.capability == capability ? &traits : nullptr;
}

// All accepted names, to suggest the most similar one: capabilities as "3.5" and GPUs by name.
Error no_such(std::string_view text, std::string_view asked)
{
    std::vector<std::string> capabilities;
    std::vector<std::string> gpus;
    std::vector<std::string> spellings;
    for (const Traits& traits : all_traits()) {
        if (traits.usual)
            capabilities.push_back(traits.id());
    }
    std::string near = text::nearest(asked.starts_with("cc") ? asked.substr(2) : asked, capabilities);
    for (const Gpu& gpu : all_gpus()) {
        gpus.emplace_back(gpu.name);
        spellings.push_back(simple_name(gpu.name.substr(gpu.name.find(' ') == std::string_view::npos ? 0 : gpu.name.find(' '))));
    }
    if (const auto nearest = text::nearest(asked, spellings); near.empty() && !nearest.empty())
        near = gpus[static_cast<std::size_t>(std::find(spellings.begin(), spellings.end(), nearest) - spellings.begin())];
    return Error { fmt::format("Unknown architecture `{}`{} Use one of the compute capabilities {} (2.x with :l1 or :l2, 3.x "
                               "with :4byte or :8byte) or of the GPUs {}.",
        text, near.empty() ? "." : fmt::format(". Did you mean `{}`?", near), fmt::join(capabilities, ", "),
        fmt::join(gpus, ", ")) };
}

Result<const Traits*> with_choice(const Traits& usual, std::string_view text, std::string_view choice)
{
    std::vector<std::string> offered;
    const auto* const known =
        std::find_if(kChoices.begin(), kChoices.end(), [&](const Choice& c) { return c.spelling == choice; });
    for (const Traits& traits : all_traits()) {
        if (traits.capability != usual.capability || traits.option.empty())
            continue;
        if (known != kChoices.end() && traits.option == known->option)
            return &traits;
        offered.emplace_back(traits.option);
    }
    if (offered.empty())
        return Error { fmt::format("`{}`: {} accepts no option after a colon.", text, usual.name) };
    return Error { fmt::format("`{}`: {} requires {} after the colon.", text, usual.name, text::alternatives(offered)) };
}

} // namespace

std::string Architecture::name() const
{
    return gpu == nullptr ? std::string { traits->name } : fmt::format("{} ({})", gpu->name, traits->name);
}

Result<Architecture> parse_architecture(std::string_view text)
{
    const std::string simple = simple_name(text::trim(text));
    const auto colon = simple.find_first_of(":,");
    const std::string_view asked = std::string_view { simple }.substr(0, colon);
    Architecture architecture;
    if (const auto capability = capability_of(asked))
        architecture.traits = usual_traits(*capability);
    else if (architecture.gpu = find_gpu(asked); architecture.gpu != nullptr)
        architecture.traits = usual_traits(architecture.gpu->capability);
    if (architecture.traits == nullptr)
        return no_such(text, asked);
    if (colon != std::string::npos) {
        const auto chosen = with_choice(*architecture.traits, text, std::string_view { simple }.substr(colon + 1));
        if (!chosen)
            return chosen.error();
        architecture.traits = *chosen;
    }
    return architecture;
}

} // namespace warpstage::arch
