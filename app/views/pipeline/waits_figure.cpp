#include "app/views/pipeline/waits_figure.h"

#include "app/views/frame/fault_words.h"
#include "app/views/gallery/exhibit.h"
#include "app/views/pipeline/pipeline_figure.h"
#include "core/analysis/block/recorded_waits.h"
#include "core/simt/faults/fault.h"

#include <cctype>

namespace warpstage::views {

namespace {

using simt::Hang;

constexpr float kLeastWaitBox = 34.0F;
constexpr float kMaxWaitBox = 74.0F;
constexpr float kWaitBoxGap = 0.22F; // of the pitch of boxes

// "warp 4", "warps 0 to 3"; of another block than the first one with its index.
std::string warps_words(const Hang::Warps& who, const Dim3& block)
{
    std::string list;
    for (std::size_t i = 0; i < who.warps.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < who.warps.size() && who.warps[last + 1] == who.warps[last] + 1)
            ++last;
        list += i == 0 ? "" : ", ";
        list += last > i + 1 ? fmt::format("{}–{}", who.warps[i], who.warps[last]) : std::to_string(who.warps[i]);
        i = last > i + 1 ? last : i;
    }
    std::string words = who.warps.size() == 1 ? trf("warp {}", list) : trf("warps {}", list);
    if (who.block != block)
        words += " · " + trf("block {}", fmt::format("({},{},{})", who.block.x, who.block.y, who.block.z));
    return words;
}

// Threads that wait, run or have exited.
struct WaitParty {
    std::string who;
    std::string where; // "waiting at line 55"
    std::set<std::string> arrives {}; // "line 56"
    bool waits = false;
};

// An arrow from an object to a party, or back.
struct WaitArrow {
    std::size_t party = 0;
    std::size_t object = 0;
    bool in_cycle = false;
};

struct WaitGraph {
    std::vector<WaitParty> parties; // those of Hang::waits first
    std::vector<WaitArrow> waits;
    std::vector<WaitArrow> needs;
};

bool overlap(const Hang::Warps& some, const Hang::Warps& others)
{
    return some.block == others.block && std::ranges::any_of(some.warps, [&](std::uint32_t warp) {
        return std::ranges::find(others.warps, warp) != others.warps.end();
    });
}

WaitGraph graph_of(const Hang& hang)
{
    WaitGraph graph;
    const Dim3 block = hang.waits.empty() ? Dim3 { 0, 0, 0 } : hang.waits[hang.main].who.block;
    const auto follows = [&hang](std::size_t wait, std::size_t next) {
        for (std::size_t i = 0; i < hang.cycle.size(); ++i)
            if (hang.cycle[i] == wait && hang.cycle[(i + 1) % hang.cycle.size()] == next)
                return true;
        return false;
    };
    for (std::size_t wait = 0; wait < hang.waits.size(); ++wait) {
        const Hang::Wait& of = hang.waits[wait];
        const bool in_cycle = std::ranges::find(hang.cycle, wait) != hang.cycle.end();
        graph.parties.push_back({ warps_words(of.who, block), trf("waiting at {}", of.line), {}, true });
        graph.waits.push_back({ wait, of.object, in_cycle });
    }
    for (const Hang::Running& running : hang.running)
        graph.parties.push_back({ warps_words(running.who, block), trf("running at {}", running.line), {}, false });
    const auto add_need = [&](std::size_t party, std::size_t object, const Hang::Missing& missing) {
        if (!missing.line.empty())
            graph.parties[party].arrives.insert(missing.line);
        bool in_cycle = false;
        for (std::size_t wait = 0; missing.wait && wait < hang.waits.size(); ++wait)
            in_cycle = in_cycle || (hang.waits[wait].object == object && follows(wait, *missing.wait));
        if (std::ranges::none_of(
                graph.needs, [&](const WaitArrow& arrow) { return arrow.party == party && arrow.object == object; }))
            graph.needs.push_back({ party, object, in_cycle });
    };
    for (std::size_t object = 0; object < hang.objects.size(); ++object) {
        for (const Hang::Missing& missing : hang.objects[object].missing) {
            if (missing.wait) {
                add_need(*missing.wait, object, missing);
                continue;
            }
            bool known = false;
            for (std::size_t running = 0; missing.runs && running < hang.running.size(); ++running) {
                if (!overlap(hang.running[running].who, missing.who))
                    continue;
                add_need(hang.waits.size() + running, object, missing);
                known = true;
            }
            if (known)
                continue;
            graph.parties.push_back({ warps_words(missing.who, block), missing.runs ? tr("running") : tr("exited"), {}, false });
            add_need(graph.parties.size() - 1, object, missing);
        }
    }
    return graph;
}

std::vector<std::string> object_words(const Hang::Object& object, bool partly)
{
    std::vector<std::string> words { object.name };
    std::erase(words[0], '`');
    switch (object.kind) {
    case Hang::Kind::phase:
        words[0] += " · " + trf("phase {} (parity {})", object.phase, object.parity);
        words.push_back(partly ? trf("{} of {} arrivals, without those of other blocks", object.arrived, object.expected)
                               : trf("{} of {} arrivals", object.arrived, object.expected));
        if (object.bytes > 0)
            words.push_back(trf("{} bytes missing", grouped_count(static_cast<std::uint64_t>(object.bytes))));
        if (object.bytes < 0)
            words.push_back(trf("{} bytes not announced", grouped_count(static_cast<std::uint64_t>(-object.bytes))));
        break;
    case Hang::Kind::block_barrier:
    case Hang::Kind::cluster_barrier:
        if (object.expected != 0)
            words.push_back(trf("{} of {} threads", object.arrived, object.expected));
        break;
    case Hang::Kind::memory:
        words.push_back(trf("value {}", object.value));
        break;
    }
    return words;
}

// Two columns of boxes: who waits or could arrive, and for what.
struct WaitPlaces {
    Rect area;
    float pitch = 0.0F;
    float width = 0.0F; // of a box
    std::size_t shown = 0; // rows

    [[nodiscard]] Rect party(std::size_t index) const { return box(area.x, index); }
    [[nodiscard]] Rect object(std::size_t index) const { return box(area.right() - width, index); }

private:
    [[nodiscard]] Rect box(float x, std::size_t index) const
    {
        return { x, area.y + pitch * static_cast<float>(index), width, pitch * (1.0F - kWaitBoxGap) };
    }
};

// The first text is wrapped.
void draw_box(Canvas& canvas, Rect rect, const std::vector<std::string>& texts, Color color, Face face, float share)
{
    const Style& style = canvas.style();
    canvas.frame(rect, mix(style.panel, color, 0.12F), color, canvas.units(4.0F));
    if (share > 0.0F)
        canvas.fill({ rect.x, rect.bottom() - canvas.units(4.0F), rect.width * std::min(1.0F, share), canvas.units(4.0F) }, color,
            canvas.units(2.0F));
    const float inset = canvas.units(8.0F);
    const float pitch = 1.2F * style.smallest;
    std::vector<std::string> lines = wrap_text(texts.front(), face, style.smallest, rect.width - 2 * inset, 2);
    const std::size_t of_first = lines.size();
    lines.insert(lines.end(), texts.begin() + 1, texts.end());
    const auto room = static_cast<std::size_t>(std::max(1.0F, std::floor(rect.height / pitch)));
    const std::size_t count = std::min(lines.size(), room);
    float y = rect.center().y - pitch * 0.5F * static_cast<float>(count - 1);
    for (std::size_t i = 0; i < count; ++i, y += pitch)
        canvas.label({ rect.x + inset, y }, lines[i],
            { i < of_first ? face : Face::regular, style.smallest, i < of_first ? style.text : style.secondary, Align::left,
                rect.width - 2 * inset });
}

// Waits leave a party in the upper half of its box, and what is needed leaves an object in the lower half.
void draw_arrow(Canvas& canvas, const WaitPlaces& places, const WaitArrow& arrow, bool waits)
{
    const Style& style = canvas.style();
    if (arrow.party >= places.shown || arrow.object >= places.shown)
        return;
    const Rect party = places.party(arrow.party);
    const Rect object = places.object(arrow.object);
    const float shift = (waits ? -0.18F : 0.18F) * party.height;
    const float head = canvas.units(9.0F);
    const Color color = arrow.in_cycle ? style.vermilion : waits ? style.text : shape_color(style, style.orange);
    const Point left { party.right() + (waits ? 0.0F : head), party.center().y + shift };
    const Point right { object.x - (waits ? head : 0.0F), object.center().y + shift };
    canvas.line(left, right, color, canvas.units(arrow.in_cycle ? 2.5F : 1.5F));
    canvas.triangle(waits ? Point { object.x - 0.5F * head, right.y } : Point { party.right() + 0.5F * head, left.y }, head,
        waits ? Pointing::right : Pointing::left, color);
}

std::vector<KeyEntry> waits_key(const WaitGraph& graph, const Style& style)
{
    std::vector<KeyEntry> key;
    if (!graph.waits.empty())
        key.push_back(key_stroke(tr("waits for"), style.text, Dash::solid));
    if (!graph.needs.empty())
        key.push_back(key_stroke(tr("needs an arrival of"), shape_color(style, style.orange), Dash::solid));
    if (std::ranges::any_of(graph.waits, &WaitArrow::in_cycle))
        key.push_back(key_stroke(tr("cycle of waits"), style.vermilion, Dash::solid));
    return key;
}

} // namespace

WaitsInput running_waits(const Hang& hang)
{
    WaitsInput input { hang };
    input.running = true;
    input.subtitle = trf("block {} · while the kernel runs", simt::text_of(hang.block()));
    return input;
}

DrawList waits_figure(const WaitsInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Waiting warps"), input.subtitle };
    const WaitGraph graph = graph_of(input.hang);
    if (input.hang.waits.empty())
        return empty_page(std::move(canvas), words, tr("no warp waits at a barrier, for a phase or for a flag"));
    if (input.deadlock)
        words.headline = { { tr("deadlock") }, style.vermilion, false };
    if (!input.hang.advice.empty()) {
        std::string advice = fault_words(input.hang.advice);
        advice[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(advice[0])));
        words.sentence = { advice };
    }
    const Rect area = draw_page(canvas, words, waits_key(graph, style), canvas.units(2 * kLeastWaitBox));
    WaitPlaces places { area };
    const std::size_t rows = std::max(graph.parties.size(), input.hang.objects.size());
    const float remark = 1.4F * style.smallest;
    places.shown = std::min(rows, rows_in(area.height, canvas.units(kLeastWaitBox)));
    if (places.shown < rows)
        places.shown = std::max<std::size_t>(1, rows_in(area.height - remark, canvas.units(kLeastWaitBox)));
    places.pitch = std::min(
        (area.height - (places.shown < rows ? remark : 0.0F)) / static_cast<float>(places.shown), canvas.units(kMaxWaitBox));
    places.width = std::min(0.4F * area.width, canvas.units(460.0F));
    places.area.width = std::min(area.width, 2 * places.width + canvas.units(260.0F));
    for (const WaitArrow& arrow : graph.needs)
        draw_arrow(canvas, places, arrow, false);
    for (const WaitArrow& arrow : graph.waits)
        draw_arrow(canvas, places, arrow, true);
    for (std::size_t party = 0; party < std::min(places.shown, graph.parties.size()); ++party) {
        const WaitParty& of = graph.parties[party];
        std::vector<std::string> lines { of.who, of.where };
        if (!of.arrives.empty())
            lines.push_back(trf("could arrive at {}", fmt::format("{}", fmt::join(of.arrives, ", "))));
        draw_box(canvas, places.party(party), lines, of.waits ? style.secondary : style.green, Face::semibold, 0.0F);
        canvas.tip(places.party(party), { of.who, of.where, lines.size() > 2 ? lines[2] : std::string {}, {}, {} });
    }
    for (std::size_t object = 0; object < std::min(places.shown, input.hang.objects.size()); ++object) {
        const Hang::Object& of = input.hang.objects[object];
        const bool partly = object < input.partly.size() && input.partly[object];
        const float share = of.expected == 0 ? 0.0F : static_cast<float>(of.arrived) / static_cast<float>(of.expected);
        const std::vector<std::string> lines = object_words(of, partly);
        draw_box(canvas, places.object(object), lines, of.bytes != 0 ? style.blue : style.orange, Face::mono, share);
        Tip tip { lines[0], {}, {},
            input.running ? tr("Seen while the kernel runs on the virtual machine.") : tr("Recorded on the virtual machine."),
            {} };
        for (const Hang::Arrived& arrived : of.arrivals)
            tip.definition += (tip.definition.empty() ? "" : "; ")
                + trf("{} at {}: {} arrivals", warps_words(arrived.who, arrived.who.block), arrived.line, arrived.arrivals);
        canvas.tip(places.object(object), std::move(tip));
    }
    if (places.shown < rows)
        canvas.label({ area.x, area.bottom() - 0.5F * style.smallest }, trf("the first {} of {} rows", places.shown, rows),
            note(style, area.width));
    return canvas.finish();
}

Result<Exhibit> prepare_waits(const Subject& subject)
{
    const session::Recording& recording = *subject.recording;
    const trace::Trace& trace = recording.trace;
    WaitsInput input;
    const bool at_end = !subject.step || *subject.step + 1 >= trace.steps.size();
    if (recording.trap && recording.trap->hang != nullptr && at_end) {
        input.hang = *recording.trap->hang;
        input.deadlock = true;
        input.subtitle = trf("block {}", trace.block);
    } else {
        const analysis::PipelineHistory history = recorded_history(recording);
        const analysis::RecordedWaits waits(trace, recording.listing, history);
        const std::optional<std::size_t> step = subject.step ? subject.step : waits.fullest();
        if (!step || *step >= trace.steps.size())
            return Error { fmt::format("No warp of block {} of kernel `{}` waits at a barrier, for a phase or for a flag.",
                trace.block, recording.kernel) };
        analysis::WaitsAtStep at = waits.at(*step);
        input.hang = std::move(at.hang);
        input.partly = std::move(at.partly);
        input.subtitle = trf(
            "block {} · after instruction {} of {}", trace.block, grouped_count(*step + 1), grouped_count(trace.steps.size()));
    }
    CaptionInput caption = recorded_caption(subject);
    std::size_t threads = 0;
    for (const Hang::Wait& wait : input.hang.waits)
        threads += wait.who.threads;
    caption.numbers = { trf("waiting threads: {}", threads) };
    return exhibit_of_figure(std::move(caption), waits_figure, std::move(input));
}

} // namespace warpstage::views
