#include "app/stage/script/player.h"

#include "core/base/text.h"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace warpstage::stage {

namespace {

std::string name_of(Stage::Mode mode)
{
    switch (mode) {
    case Stage::Mode::plain:
        return "plain";
    case Stage::Mode::dark:
        return "dark";
    case Stage::Mode::editor:
        return "editor";
    case Stage::Mode::marker:
        return "marker";
    case Stage::Mode::help:
        return "help";
    case Stage::Mode::notes:
        return "notes";
    case Stage::Mode::tour:
        return "tour";
    case Stage::Mode::sheet:
        return "sheet";
    case Stage::Mode::view:
        return "view";
    }
    return {};
}

// By its id, else by its number.
std::optional<std::size_t> variant_named(const std::string& name, const session::Snapshot& shown)
{
    for (std::size_t i = 0; i < shown.setup->variants.size(); ++i)
        if (shown.setup->variants[i].id == name || std::to_string(i + 1) == name)
            return i;
    return std::nullopt;
}

bool looks_at_frame(const ScriptStep& step)
{
    return std::holds_alternative<TakeScreenshot>(step.order) || std::holds_alternative<Expect>(step.order)
        || std::holds_alternative<ChooseVariant>(step.order);
}

} // namespace

Result<void> ScriptPlayer::before_frame(Stage& stage, session::Session& session)
{
    if (m_waiting > 0 && --m_waiting > 0)
        return {};
    bool acted = false;
    while (m_next < m_script.steps.size()) {
        const ScriptStep& step = m_script.steps[m_next];
        const bool looks = looks_at_frame(step);
        if (looks && acted)
            return {};
        ++m_next;
        if (const auto* wait = std::get_if<WaitFrames>(&step.order)) {
            m_waiting = wait->frames;
            return {};
        }
        if (auto obeyed = obey(step, stage, session); !obeyed) {
            m_next = m_script.steps.size();
            return Error { m_script.name + ", line " + std::to_string(step.line) + ": " + obeyed.error().message };
        }
        acted = acted || !looks || std::holds_alternative<ChooseVariant>(step.order);
    }
    return {};
}

Result<void> ScriptPlayer::obey(const ScriptStep& step, Stage& stage, session::Session& session)
{
    return std::visit(
        [&](const auto& order) -> Result<void> {
            using Kind = std::decay_t<decltype(order)>;
            if constexpr (std::is_same_v<Kind, std::vector<Event>>) {
                for (const Event& event : order)
                    stage.receive(event);
            } else if constexpr (std::is_same_v<Kind, ResizeTo>) {
                stage.resize(order.size);
            } else if constexpr (std::is_same_v<Kind, TakeScreenshot>) {
                return stage.screenshot(order.path);
            } else if constexpr (std::is_same_v<Kind, session::Command>) {
                session.submit(order);
            } else if constexpr (std::is_same_v<Kind, ChooseVariant>) {
                const auto shown = session.snapshot();
                const auto index = variant_named(order.name, *shown);
                if (!index) {
                    std::vector<std::string> ids;
                    for (const session::VariantView& variant : shown->setup->variants)
                        ids.push_back(variant.id);
                    return Error { "The lesson has no variant `" + order.name + "`, but " + text::alternatives(ids) + "." };
                }
                session.submit(session::SelectVariant { *index });
            } else if constexpr (std::is_same_v<Kind, Expect>) {
                return expect(order, stage, *session.snapshot());
            }
            return {};
        },
        step.order);
}

Result<void> ScriptPlayer::expect(const Expect& expected, const Stage& stage, const session::Snapshot& shown) const
{
    std::string seen;
    if (expected.what == "lesson" && shown.setup->lesson != nullptr)
        seen = shown.setup->lesson->id;
    else if (expected.what == "variant" && shown.setup->variant < shown.setup->variants.size())
        seen = shown.setup->variants[shown.setup->variant].id;
    else if (expected.what == "architecture")
        seen = shown.run->architecture;
    else if (expected.what == "engine")
        seen = shown.device->engine.kind == engine::EngineKind::gpu ? "gpu" : "vm";
    else if (expected.what == "mode")
        seen = name_of(stage.mode());
    if (seen == expected.value)
        return {};
    return Error { "The " + expected.what + " is `" + seen + "`, not `" + expected.value + "` as expected." };
}

} // namespace warpstage::stage
