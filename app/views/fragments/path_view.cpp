// In place of the scene: the path of one element of a matrix through the recorded block, one row per hop.
#include "app/views/fragments/recorded_matrices.h"
#include "app/views/frame/panel.h"
#include "app/views/frame/step_rows.h"
#include "core/analysis/block/element_path.h"
#include "core/analysis/requests.h"

namespace warpstage::views {

namespace {

using analysis::ElementHop;
using Kind = ElementHop::Kind;

constexpr std::uint64_t kChunkBytes = 16; // of a row of an 8 x 8 matrix
constexpr std::uint64_t kSectorBytes = 32;
// Heights of rows in sizes of the text: with the instruction, and without it where not all rows would fit.
constexpr float kRowWithCode = 3.3F;
constexpr float kLowestRow = 2.7F;
constexpr float kHighestRow = 4.4F;

// What a row of the path says.
struct HopWords {
    std::string what;
    std::string where;
    Color color;
};

std::string memory_words(ptx::StateSpace space)
{
    return space == ptx::StateSpace::shared ? tr("shared memory")
        : space == ptx::StateSpace::global  ? tr("global memory")
                                            : std::string { tr("memory") };
}

std::string address_words(const session::Snapshot& model, const ElementHop& hop)
{
    if (hop.space == ptx::StateSpace::shared) {
        const arch::Traits& traits = *model.run->traits;
        return trf("byte {} · chunk {} of its line · bank {}", hop.address,
            hop.address / kChunkBytes % (traits.shared_banks * traits.bank_bytes / kChunkBytes),
            hop.address / traits.bank_bytes % traits.shared_banks);
    }
    for (const analysis::Recording::Buffer& buffer : model.run->recording->buffers)
        if (hop.address - buffer.address < buffer.bytes)
            return trf("{}, byte {} · sector {}", buffer.name, hop.address - buffer.address,
                (hop.address - buffer.address) / kSectorBytes);
    return trf("address 0x{:x} · sector 0x{:x}", hop.address, hop.address / kSectorBytes * kSectorBytes);
}

// Of ldmatrix and stmatrix: eight rows are one phase.
std::string phase_words(const session::Recording& recording, const ElementHop& hop)
{
    const trace::MatrixRecord* record = analysis::matrices_of(recording, hop.step);
    if (record == nullptr || record->matrices.front().format)
        return {};
    for (std::size_t phase = 0; phase < record->matrices.size(); ++phase)
        for (std::size_t i = 0; i < record->matrices[phase].numbers.size(); ++i)
            if (record->matrices[phase].numbers[i].address == hop.address)
                return trf(" · phase {}, row {}", phase + 1, i / record->matrices[phase].columns);
    return {};
}

HopWords words_of(const session::Snapshot& model, const ElementHop& hop, const Style& style)
{
    const std::string lane = hop.lane ? trf("lane {}", *hop.lane) : std::string { tr("warp") };
    switch (hop.kind) {
    case Kind::read:
        return { trf("Read from {}", memory_words(hop.space)),
            fmt::format("{}{} → {}", address_words(model, hop), phase_words(*model.run->recording, hop), lane), style.blue };
    case Kind::write:
        return { trf("Written to {}", memory_words(hop.space)), fmt::format("{} → {}", lane, address_words(model, hop)),
            style.orange };
    case Kind::moved:
        return { tr("Moved between registers"), lane, style.secondary };
    case Kind::computed:
        return { tr("Computed"), lane, style.secondary };
    case Kind::fragment:
        return { tr("Fragment"),
            hop.lane ? trf("{}({},{}) · {}, register {}", hop.matrix, hop.row, hop.column, lane, hop.reg)
                     : trf("{}({},{}) · in shared memory", hop.matrix, hop.row, hop.column),
            style.purple };
    case Kind::accumulated:
        return { hop.times > 1 ? trf("Accumulated {} times", hop.times) : std::string { tr("Accumulated") },
            trf("D({},{}) · {}, register {}", hop.row, hop.column, lane, hop.reg), style.green };
    }
    return {};
}

// The lane that accesses the address; nothing: none does.
std::optional<unsigned> lane_at(const simt::Access& access, std::uint64_t address)
{
    std::optional<unsigned> found;
    for_each_lane(access.lanes, [&](unsigned lane) {
        if (address - access.addresses[lane] < access.bytes)
            found = lane;
    });
    return found;
}

// "phase 2: 8 wavefronts, ideal 1" of the phase that serves the element, or "32 sectors, ideal 4" of the request; empty: it has
// no conflict.
std::string conflict_words(const session::Snapshot& model, const ElementHop& hop)
{
    if (hop.kind != Kind::read && hop.kind != Kind::write)
        return {};
    for (const simt::Access& access : model.run->recording->trace.accesses_of(hop.step)) {
        const auto lane = lane_at(access, hop.address);
        if (access.space != hop.space || (access.kind == simt::AccessKind::load) != (hop.kind == Kind::read) || !lane)
            continue;
        if (hop.space != ptx::StateSpace::shared) {
            const arch::GlobalCount count = arch::count_global(*model.run->traits, analysis::global_request_of(access));
            return count.sectors > count.ideal
                ? fmt::format("{}, {}", counted(count.sectors, "sector"), trf("ideal {}", count.ideal))
                : std::string {};
        }
        const arch::SharedService service = arch::serve_shared(*model.run->traits, analysis::shared_request_of(access));
        const auto phase =
            std::ranges::find_if(service.phases, [&](const arch::BankPhase& it) { return has_lane(it.lanes, *lane); });
        if (phase == service.phases.end() || phase->wavefronts < 2)
            return {};
        const std::string words = fmt::format("{}, {}", counted(phase->wavefronts, "wavefront"), trf("ideal {}", 1));
        return service.phases.size() == 1 ? words : trf("phase {}: {}", phase - service.phases.begin() + 1, words);
    }
    return {};
}

std::string code_of(const session::Recording& recording, const ElementHop& hop)
{
    const std::uint32_t pc = recording.trace.steps[hop.step].pc;
    const ptx::Instruction* instruction = recording.listing.find(pc);
    const std::uint32_t line = recording.listing.line_of(pc);
    const std::string text = instruction == nullptr ? std::string {} : instruction->text;
    return line == 0 ? text : fmt::format("{}: {}", line, text);
}

void draw_hop(Canvas& canvas, const session::Snapshot& model, const ElementHop& hop, std::size_t number, bool current, Rect rect)
{
    const Style& style = canvas.style();
    const HopWords words = words_of(model, hop, style);
    if (current)
        canvas.frame(rect, chosen_color(style), style.orange, canvas.units(5.0F));
    const float bar = canvas.units(5.0F);
    canvas.fill({ rect.x, rect.y, bar, rect.height }, shape_color(style, words.color));
    const bool has_code = rect.height >= kRowWithCode * style.small;
    const float line = rect.height / (has_code ? 3 : 2);
    const float left = rect.x + bar + style.small * 0.6F;
    const float room = rect.right() - left - style.small * 0.4F;
    const std::string conflicts = conflict_words(model, hop);
    const float warning = conflicts.empty() ? 0.0F : room_for(conflicts, Face::semibold, style.small) + 1.5F * style.small;
    const bool fits = warning < 0.55F * room;
    canvas.label({ left, rect.y + 0.55F * line }, fmt::format("{}  {}", number, words.what),
        { Face::semibold, style.small, style.text, Align::left, fits ? room - warning : room });
    if (!conflicts.empty()) {
        const float x = rect.right() - style.small * 0.4F - (fits ? warning : 1.5F * style.small);
        warning_sign(canvas, { x + 0.6F * style.small, rect.y + 0.55F * line }, style.small, style.vermilion);
        if (fits)
            canvas.label({ x + 1.4F * style.small, rect.y + 0.55F * line }, conflicts,
                { Face::semibold, style.small, style.vermilion, Align::left, warning });
    }
    canvas.label({ left, rect.y + (has_code ? 1.5F : 1.45F) * line }, words.where,
        { Face::regular, style.small, style.text, Align::left, room });
    if (has_code)
        canvas.label({ left, rect.y + 2.45F * line }, code_of(*model.run->recording, hop),
            { Face::mono, style.smallest, style.secondary, Align::left, room });
}

std::string value_of(
    const session::Recording& recording, const simt::ObservedMatrix& matrix, const session::ChosenElement& element)
{
    return value_words(matrix.at(element.row, element.column).bits, format_in(recording, matrix));
}

} // namespace

DrawList path_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Style& style = scope.style;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const analysis::ShownMatrices shown = shown_matrices(model);
    if (shown.record == nullptr) {
        draw_no_matrices(canvas, inside, tr("Path of an element"), model);
        return canvas.finish();
    }
    const session::Recording& recording = *model.run->recording;
    const session::ChosenElement element = shown_element(model, *shown.record);
    const simt::ObservedMatrix& matrix = *std::ranges::find(shown.record->matrices, element.matrix, &simt::ObservedMatrix::name);
    const auto path = analysis::element_path(recording, *shown.record, matrix, element.row, element.column);
    canvas.tip(inside,
        { tr("Path of an element"),
            tr("Where an element of a matrix comes from and where the result goes. Click a row to show its step; select another "
               "element in the view of the fragments."),
            tr("chunk = (byte / 16) mod 8, bank = (byte / 4) mod 32"),
            tr("Found in the trace of the virtual machine by registers and addresses."), {} });
    const float top = inside.y + canvas.heading_height();
    const std::size_t step = model.playback->run.view.step.value_or(recording.trace.steps.size());
    const Rect area { inside.x, top, inside.width, inside.bottom() - top };
    const float pitch =
        std::max(std::clamp(area.height / static_cast<float>(path.size()), kLowestRow * style.small, kHighestRow * style.small),
            style.least_target);
    const auto at = std::ranges::find(path, step, &ElementHop::step);
    const StepRows rows =
        rows_around(static_cast<std::size_t>(at == path.end() ? 0 : at - path.begin()), path.size(), area, pitch);
    const std::string warp = trf("warp {}", recording.trace.steps[shown.record->step].warp);
    canvas.heading(inside, fmt::format("{}({},{})", element.matrix, element.row, element.column),
        rows.shows_all() ? warp : trf("rows {}–{} of {}", rows.first + 1, rows.first + rows.count, rows.all) + " · " + warp,
        { { value_of(recording, matrix, element) }, style.text, false });
    draw_step_rows(
        canvas, rows, canvas.units(6.0F), [&](std::size_t i) { return path[i].step; },
        [&](std::size_t i, Rect rect) { draw_hop(canvas, model, path[i], i + 1, path[i].step == step, rect); });
    return canvas.finish();
}

} // namespace warpstage::views
