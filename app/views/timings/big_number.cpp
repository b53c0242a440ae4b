#include "app/views/timings/big_number.h"

#include "app/views/frame/panel.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/timings/time_words.h"

namespace warpstage::views {

namespace {

constexpr float kShareOfHeight = 0.34F; // share of the window, for the em size of the digits
constexpr float kDigits = 7.0F; // number of digits that fit
constexpr float kUnitShare = 0.25F; // relative to the digits
constexpr float kMinUnit = 16.0F;

std::string machine_words(const session::Snapshot& snapshot)
{
    const auto kind = shown_time(snapshot, snapshot.setup->variant).kind;
    return kind == session::ShownTime::Kind::unknown ? snapshot.device->engine.name : origin_words(snapshot, kind);
}

BigNumber lanes_number(const session::Snapshot& snapshot)
{
    BigNumber number { tr("Active lanes per instruction, on average"), {}, {}, {}, false };
    if (!snapshot.run->assessment || snapshot.run->assessment->report.total.instructions == 0)
        return number;
    const double lanes = snapshot.run->assessment->report.total.average_active_lanes();
    const std::uint32_t width = snapshot.run->recording ? snapshot.run->recording->trace.warp_width : 32;
    number.value = numf("{:.1f}", lanes);
    number.unit = trf("of {} lanes", width);
    number.detail = tr("the recorded block");
    number.excess = lanes < 0.75 * width;
    return number;
}

BigNumber access_number(const session::Snapshot& snapshot)
{
    BigNumber number { tr("Cost of one request"), {}, {}, {}, false };
    if (!snapshot.selection->chosen_access)
        return number;
    const session::ChosenAccess& chosen = *snapshot.selection->chosen_access;
    number.detail = trf("line {} · {} · {}", chosen.line, operation_of(chosen.access.kind), snapshot.run->architecture);
    const auto cost = [&](std::uint64_t count, std::uint64_t ideal, const std::string& what) {
        number.value = std::to_string(count);
        number.unit = trf("{}, ideal {}", noun_for(what, count), ideal);
        number.excess = count > ideal;
    };
    if (chosen.shared) {
        number.title = tr("Wavefronts of one request to shared memory");
        cost(chosen.shared->wavefronts, chosen.shared->ideal, "wavefront");
    } else if (chosen.global) {
        number.title = tr("Sectors of one request to global memory");
        cost(chosen.global->count.sectors, chosen.global->count.ideal, "sector");
    }
    return number;
}

// Splits "0.168 ms" at its thin space into value and unit.
void set_value(BigNumber& number, std::string_view words)
{
    constexpr std::string_view kThinSpace = "\u2009";
    const std::size_t space = words.find(kThinSpace);
    number.value = words.substr(0, space);
    if (space != std::string_view::npos)
        number.unit = text::trim(words.substr(space + kThinSpace.size()));
}

BigNumber time_number(const session::Snapshot& snapshot)
{
    BigNumber number { tr("Time of one step"), {}, {}, {}, false };
    if (snapshot.setup->variant >= snapshot.setup->variants.size())
        return number;
    number.detail = machine_words(snapshot);
    const auto shown = shown_time(snapshot, snapshot.setup->variant);
    if (shown.known())
        set_value(number, text::duration(shown.time));
    else if (shown.kind == session::ShownTime::Kind::estimating)
        number.detail = trf("estimating for {}…", short_gpu_name(snapshot.estimates->gpu));
    else if (shown.kind == session::ShownTime::Kind::impossible)
        number.detail = shown.reason;
    else if (shown.kind == session::ShownTime::Kind::wrong)
        number.detail = trf("no time: {}", std::string { tr(shown.reason) });
    return number;
}

BigNumber rate_number(const session::Snapshot& snapshot)
{
    const auto kind = shown_time(snapshot, snapshot.setup->variant).kind;
    const bool is_estimated = kind == session::ShownTime::Kind::estimated;
    const double merit = is_estimated ? snapshot.estimates->merit : snapshot.timing->merit;
    using Kind = session::ShownTime::Kind;
    if (kind == Kind::estimating || kind == Kind::impossible || kind == Kind::wrong || merit <= 0.0 || !std::isfinite(merit)
        || (!is_estimated && snapshot.timing->of(snapshot.setup->variant).emulated))
        return time_number(snapshot);
    BigNumber number { tr("Throughput"), {}, {}, machine_words(snapshot), false };
    set_value(number, text::rate(merit, snapshot.timing->merit_unit));
    if (number.unit.empty())
        number.unit = snapshot.timing->merit_unit;
    return number;
}

BigNumber speed_up_number(const session::Snapshot& snapshot)
{
    const auto shown = shown_time(snapshot, snapshot.setup->variant);
    if (shown.speed_up <= 0.0 || !shown.reference || *shown.reference == snapshot.setup->variant)
        return rate_number(snapshot);
    const std::string& reference = snapshot.setup->variants[*shown.reference].label;
    if (shown.speed_up < 1.0)
        return { tr("Slower than ") + reference, factor(1.0 / shown.speed_up), tr("times"), machine_words(snapshot), true };
    return { tr("Faster than ") + reference, factor(shown.speed_up), tr("times"), machine_words(snapshot), false };
}

BigNumber pointed_at(const session::Snapshot& snapshot)
{
    const View* target = view_of_cue(snapshot.cue->figure);
    const std::string_view id = target != nullptr ? target->id : std::string_view {};
    if (id == "lanes" || id == "source")
        return lanes_number(snapshot);
    if (id == "banks" || id == "sectors")
        return access_number(snapshot);
    return snapshot.cue->figure == "variants" ? speed_up_number(snapshot) : rate_number(snapshot);
}

} // namespace

BigNumber big_number(const session::Snapshot& snapshot)
{
    BigNumber number = pointed_at(snapshot);
    const std::string variant = label_of(snapshot, snapshot.setup->variant);
    if (!variant.empty())
        number.detail = number.detail.empty() ? variant : variant + " · " + number.detail;
    if (snapshot.cue->numbers == session::CueNumbers::hidden) {
        number.value = "?";
        number.unit.clear();
        number.excess = false;
    } else if (number.value.empty()) {
        number.value = "–";
    }
    return number;
}

float big_number_size(Size window)
{
    return std::max(std::round(std::min(kShareOfHeight * window.height, window.width / (0.66F * kDigits))), 1.0F);
}

float big_unit_size(Size window)
{
    return std::max(std::round(kUnitShare * big_number_size(window)), kMinUnit);
}

DrawList number_view(const Scope& scope)
{
    const Style& style = scope.style;
    const Size rect = scope.size;
    const Size window = scope.window.size;
    const BigNumber number = big_number(scope.model);
    Canvas canvas(rect, style);
    canvas.tip(rect.area(),
        { number.title, tr("The headline figure of the current cue."), number.value + " " + number.unit, number.detail, {} });
    const float middle = rect.width / 2;
    const float room = rect.width - 2 * style.margin;
    const float full = std::min(big_number_size(window), std::max(0.8F * rect.height, 1.0F));
    const float wide = room_for(number.value, Face::semibold, full);
    const float size = wide > room ? full * room / wide : full;
    const float unit = big_unit_size(window);
    const bool words = rect.height > full + 2.2F * unit + 4 * style.head;
    const float y = rect.height * (words ? 0.46F : 0.42F);
    const Color color = number.excess ? style.vermilion : style.text;
    canvas.label({ middle, y }, number.value, { Face::semibold, size, color, Align::center, rect.width - style.margin });
    const float below = y + 0.42F * full + 0.62F * unit;
    if (below + 0.4F * unit < rect.height)
        canvas.label({ middle, below }, number.unit, { Face::semibold, unit, color, Align::center, room });
    if (words) {
        const float above = y - 0.42F * full - 1.1F * style.title;
        canvas.text({ middle, above }, number.title, { Face::semibold, style.title, style.text, Align::center, room });
        const float under = below + 0.62F * unit + 1.2F * style.head;
        if (under + 0.4F * style.head < rect.height)
            canvas.text({ middle, under }, number.detail, { Face::regular, style.head, style.secondary, Align::center, room });
    }
    return canvas.finish();
}

} // namespace warpstage::views
