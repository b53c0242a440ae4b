#include "app/views/banks/banks_figure.h"

#include "app/views/banks/bank_explanation.h"
#include "app/views/frame/recorded_inputs.h"
#include "app/views/gallery/exhibit.h"
#include "core/analysis/recording/access_view.h"
#include "core/analysis/requests.h"
#include "core/base/verify.h"

#include <numeric>

namespace warpstage::views {

namespace {

constexpr float kPhaseWidth = 165.0F; // width of one phase beside others

// The lanes that a phase serves: the whole warp, or the half or quarter that a wide access serves at a time.
LaneRange range_of(const arch::BankPhase& phase, const BanksInput& input, std::size_t phases)
{
    if (phases < 2 || phase.lanes == 0)
        return { 0, std::clamp(input.warp_width, 1U, kMaxLanes) };
    unsigned group = input.lanes_together > 0 ? input.lanes_together : input.bytes >= 16 ? 8 : 16;
    group = std::clamp(group, 1U, kMaxLanes);
    const unsigned first = lowest_lane(phase.lanes) / group * group;
    const unsigned last = static_cast<unsigned>(std::bit_width(phase.lanes)) - 1;
    return { first, (last / group + 1) * group - first };
}

// As many phases side by side as fit, in order; slow phases have priority.
std::vector<std::size_t> chosen_phases(const arch::SharedService& service, std::size_t room)
{
    std::vector<std::size_t> order(service.phases.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    if (order.size() <= room)
        return order;
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return service.phases[a].wavefronts > service.phases[b].wavefronts; });
    order.resize(room);
    std::sort(order.begin(), order.end());
    return order;
}

// The longest text that fits.
std::string phase_caption(const arch::SharedService& service, std::size_t index, LaneRange lanes, float width, const Style& style)
{
    const std::uint32_t wavefronts = service.phases[index].wavefronts;
    const unsigned last = lanes.first + lanes.count - 1;
    const std::string range = lanes.pieces ? trf("pieces {}–{}", lanes.first, last) : trf("lanes {}–{}", lanes.first, last);
    const std::string cost = counted(wavefronts, "wavefront");
    const std::string full = trf("phase {} of {} · {} · {}", index + 1, service.phases.size(), range, cost);
    return fitting_words({ full, range + ": " + cost, cost, range }, Face::regular, style.smallest, width);
}

void draw_phases(Canvas& canvas, const BanksInput& input, Rect area)
{
    const Style& style = canvas.style();
    const arch::SharedService& service = *input.service;
    const auto room = static_cast<std::size_t>(std::max(1.0F, area.width / canvas.units(kPhaseWidth)));
    const std::vector<std::size_t> shown = chosen_phases(service, room);
    const float gap = canvas.units(18.0F);
    const float width = (area.width - gap * (static_cast<float>(shown.size()) - 1)) / static_cast<float>(shown.size());
    const float caption = service.phases.size() > 1 ? 1.5F * style.smallest : 0.0F;
    const std::size_t hidden = service.phases.size() - shown.size();
    float x = area.x;
    for (const std::size_t index : shown) {
        const arch::BankPhase& phase = service.phases[index];
        LaneRange lanes = range_of(phase, input, service.phases.size());
        lanes.pieces = input.pieces;
        draw_bank_phase(canvas, phase, lanes, input.banks, input.marked, { x, area.y, width, area.height - caption });
        std::string words = caption > 0.0F ? phase_caption(service, index, lanes, width, style) : std::string {};
        if (hidden > 0 && index == shown.back()) { // no part is missing without a word
            const std::string more = counted(hidden, "more phase");
            words = fitting_words({ fmt::format("{} · {}", words, more), more }, Face::regular, style.smallest, width);
        }
        if (caption > 0.0F)
            canvas.text({ x + width / 2, area.bottom() - 0.3F * style.smallest }, words,
                { Face::regular, style.smallest, phase.wavefronts > 1 ? style.vermilion : style.secondary, Align::center,
                    width });
        x += width + gap;
    }
}

// The first of the texts that fits. False: none does.
bool put_longest(Canvas& canvas, RowWriter& writer, const std::vector<std::string>& texts, float mark = 0.0F)
{
    const Ink ink = note(canvas.style(), 0.0F);
    return std::ranges::any_of(texts, [&](const std::string& words) { return writer.put(words, ink, mark); });
}

// A stroke in the style of each wavefront if there are several, of four if not all fit. False: no space is left.
bool put_strokes(Canvas& canvas, RowWriter& writer, float middle, std::uint32_t wavefronts)
{
    const Style& style = canvas.style();
    const float stroke = 2.2F * style.smallest;
    const float all = room_for(tr("wavefront 1"), Face::regular, style.smallest)
        + static_cast<float>(wavefronts) * (stroke + room_for("0", Face::regular, style.smallest) + canvas.units(15.0F));
    const std::uint32_t named = all <= canvas.size().width ? wavefronts : std::min(wavefronts, 4U);
    for (std::uint32_t wavefront = 0; wavefronts > 1 && wavefront < named; ++wavefront) {
        const float left = writer.x();
        const std::string words = wavefront == 0 ? tr("wavefront 1") : std::to_string(wavefront + 1);
        if (!put_longest(canvas, writer, { words }, stroke + canvas.units(5.0F)))
            return false;
        dashed_polyline(canvas, { { left, middle }, { left + stroke, middle } }, wavefront_dash(wavefront),
            wavefront_color(wavefront, style), canvas.units(2.4F));
    }
    return named == wavefronts || put_longest(canvas, writer, { trf("… up to {}", wavefronts), fmt::format("… {}", wavefronts) });
}

// Explains the strokes and the dots, as far as there is space.
void draw_legend(Canvas& canvas, std::uint32_t wavefronts, bool shared_words, arch::SharedOperation operation, Rect row)
{
    const Style& style = canvas.style();
    const float middle = row.y + row.height / 2;
    RowWriter writer(canvas, row, canvas.units(10.0F));
    if (wavefronts > kMaxDistinctWavefronts)
        put_longest(canvas, writer, { trf("one line per lane; {} words in one bank, serialized", wavefronts) });
    else if (!put_strokes(canvas, writer, middle, wavefronts))
        return;
    if (!shared_words)
        return;
    std::vector<std::string> texts { tr("one word for several lanes") };
    if (is_load(operation))
        texts = { tr("one word for several lanes (multicast)"), tr("multicast") };
    const float left = writer.x();
    if (put_longest(canvas, writer, texts, style.smallest))
        canvas.circle({ left + 0.4F * style.smallest, middle }, canvas.units(3.5F), style.text);
}

// The full sentence if it fits, else a shorter one.
std::vector<std::string> sentence_of(const BanksInput& input, float width, std::size_t max_lines, const Style& style)
{
    if (input.pieces && input.service->excess() == 0)
        return wrap_text(trf("Pieces of {} bytes in {} phases, none with a bank conflict.", input.bytes, input.service->ideal),
            Face::regular, style.small, width / 1.05F, max_lines);
    std::vector<std::string> lines = wrap_text(
        explain_banks(*input.service, input.bytes, input.operation), Face::regular, style.small, width / 1.05F, max_lines);
    const auto fits = [&](const std::string& line) {
        return room_for(line, Face::regular, style.small) <= width + 1.0F;
    };
    if (std::all_of(lines.begin(), lines.end(), fits))
        return lines;
    std::string brief = explain_banks_briefly(*input.service, input.bytes, input.operation);
    return { fits(brief) ? std::move(brief) : explain_banks_tersely(*input.service) };
}

// Counts of the shown request, then of all requests of the access.
std::vector<std::string> numbers_of(const session::Recording& recording, const session::ChosenAccess& chosen)
{
    const arch::SharedService& service = *chosen.shared;
    std::vector<std::string> numbers { counted(service.wavefronts, "wavefront"), trf("ideal {}", service.ideal),
        trf("excess {}", service.excess()) };
    for (const session::AccessView& view : analysis::shared_accesses(recording)) {
        if (view.pc == chosen.pc && view.requests > 1)
            numbers.push_back(trf("whole block, {}: {}, ideal {}", counted(view.requests, "request"),
                counted(view.cost, "wavefront"), grouped_count(view.ideal)));
    }
    return numbers;
}

} // namespace

BanksInput banks_input(const session::ChosenAccess& chosen, const arch::Traits& traits, std::uint32_t warp_width)
{
    BanksInput input;
    input.service = chosen.shared;
    input.bytes = chosen.access.bytes;
    input.operation = analysis::shared_request_of(chosen.access).operation;
    input.form = chosen.access.form;
    input.pieces = chosen.access.issuer != kMaxLanes;
    input.warp_width = warp_width;
    input.subtitle = trf("line {} · {}", chosen.line, operation_of(chosen.access.kind));
    input.banks = traits.shared_banks;
    // Before CC 5.0, half-warps are served separately at every access width.
    input.lanes_together = traits.shared_lanes_together();
    return input;
}

Color wavefront_color(std::uint32_t wavefront, const Style& style)
{
    constexpr std::array kColors { &Style::blue, &Style::orange, &Style::purple, &Style::yellow };
    const Color color = shape_color(style, style.*kColors.at(wavefront % kColors.size()));
    // The second four are the same hues, half of the way to the text or to the panel, whichever keeps the eight apart.
    const bool to_text = wavefront % kColors.size() < 2;
    return wavefront / kColors.size() % 2 == 0 ? color : mix(color, to_text ? style.text : style.panel, 0.5F);
}

Color word_color(std::uint32_t wavefront, std::uint32_t wavefronts, const Style& style)
{
    return wavefronts > kMaxDistinctWavefronts ? shape_color(style, style.vermilion) : wavefront_color(wavefront, style);
}

Dash wavefront_dash(std::uint32_t wavefront)
{
    return static_cast<Dash>((wavefront + wavefront / 4) % 4); // of the wavefronts with one color, no two have one pattern
}

DrawList banks_figure(const BanksInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const bool something = input.service && !input.service->phases.empty();
    canvas.heading(tr("Banks"), input.subtitle,
        input.missed    ? missed_headline(*input.missed, style)
            : something ? excess_headline(style, input.service->wavefronts, input.service->ideal, "wavefront")
                        : Headline {});
    const float top = canvas.heading_height();
    Rect area { 0, top, size.width, size.height - top };
    if (!something) {
        canvas.empty_words(area, input.service ? tr("no lane takes part in this request") : input.nothing);
        return canvas.finish();
    }
    const std::size_t max_lines = size.width < canvas.units(460.0F) && area.height >= canvas.units(185.0F) ? 2 : 1;
    const std::size_t sentence_lines = area.height >= canvas.units(90.0F) ? max_lines : 0;
    const bool shared_words = shares_words(*input.service);
    const bool legend = area.height >= canvas.units(215.0F) && (input.service->wavefronts > input.service->ideal || shared_words);

    const float pitch = 1.4F * style.small;
    const float legend_height = legend ? 1.5F * style.smallest : 0.0F;
    const float below =
        pitch * static_cast<float>(sentence_lines) + canvas.units(sentence_lines > 0 ? 4.0F : 0.0F) + legend_height;
    const Rect whole { 0, top, size.width, area.height - below };
    const Rect picture = input.missed ? beside_missed(*input.missed, whole, style) : whole;
    draw_phases(canvas, input, picture);
    if (input.missed)
        draw_missed(canvas, *input.missed, whole, picture, input.warp_width);

    float y = size.height - below + canvas.units(4.0F);
    if (legend) {
        std::uint32_t wavefronts = 0;
        for (const arch::BankPhase& phase : input.service->phases)
            wavefronts = std::max(wavefronts, phase.wavefronts);
        draw_legend(canvas, wavefronts, shared_words, input.operation, { 0, y, size.width, legend_height });
        y += legend_height;
    }

    if (sentence_lines == 0)
        return canvas.finish();
    // The architecture is named at the end of the last line of the sentence if it fits.
    std::vector<std::string> lines = input.missed
        ? wrap_text(input.missed->sentence, Face::regular, style.small, size.width, sentence_lines)
        : sentence_of(input, size.width, sentence_lines, style);
    const float owner = room_for(input.architecture, Face::regular, style.small);
    const bool free = lines.size() < sentence_lines
        || room_for(lines.back(), Face::regular, style.small) + owner + canvas.units(16.0F) <= size.width;
    if (free)
        canvas.label({ size.width, y + pitch * (static_cast<float>(sentence_lines) - 0.5F) }, input.architecture,
            { Face::regular, style.small, style.secondary, Align::right, owner });
    draw_lines(canvas, { 0, y + pitch / 2 }, lines, pitch, { Face::regular, style.small, style.text, Align::left, size.width });
    return canvas.finish();
}

Result<Exhibit> prepare_banks(const Subject& subject)
{
    const auto request = choose_request(subject, Memory::shared);
    if (!request)
        return request.error();
    const session::Recording& recording = *subject.recording;
    const auto chosen =
        analysis::choose_access(recording, request->pc, ptx::StateSpace::shared, request->occurrence, *subject.traits);
    VERIFY(chosen.has_value());
    BanksInput input = banks_input(*chosen, *subject.traits, recording.trace.warp_width);
    input.architecture = subject.traits->name;

    CaptionInput caption = request_caption(subject, *request);
    caption.numbers = numbers_of(recording, *chosen);
    return exhibit_of_figure(std::move(caption), banks_figure, std::move(input));
}

} // namespace warpstage::views
