// In place of the scene: the matrices of the recorded instruction, with their values and the lanes that hold them.
#include "app/views/fragments/recorded_matrices.h"
#include "app/views/frame/panel.h"

namespace warpstage::views {

namespace {

layout::FragmentMatrix layout_of(const simt::ObservedMatrix& matrix)
{
    constexpr int kBitsWithoutFormat = 16;
    layout::FragmentMatrix result;
    result.name = matrix.name;
    result.rows = matrix.rows;
    result.columns = matrix.columns;
    result.bits = matrix.format ? static_cast<int>(bits_of(*matrix.format)) : kBitsWithoutFormat;
    for (const simt::MatrixNumber& number : matrix.numbers)
        result.elements.push_back({ number.lane, number.reg, number.bit });
    return result;
}

// The instruction without what all have in common, where it would leave no room for the number.
std::string title_of(const ptx::Instruction* instruction, const std::string& number, float width, const Style& style)
{
    constexpr std::string_view kCommon = ".sync.aligned";
    std::string title = instruction == nullptr ? std::string {} : instruction->text.substr(0, instruction->text.find(' '));
    const auto at = title.find(kCommon);
    const float room = width - room_for(number, Face::semibold, style.head) - style.head;
    if (at != std::string::npos && room_for(title, Face::semibold, style.head) > room)
        title.erase(at, kCommon.size());
    return title;
}

FragmentsPicture picture_of(const Scope& scope, const analysis::ShownMatrices& shown)
{
    const session::Snapshot& model = scope.model;
    const WindowState& window = scope.window;
    const session::Recording& recording = *model.run->recording;
    const trace::StepRecord& step = recording.trace.steps[shown.record->step];
    const ptx::Instruction* instruction = recording.listing.find(step.pc);
    FragmentsPicture picture;
    picture.fragments.threads = static_cast<int>(recording.trace.warp_width);
    picture.fragments.product = shown.record->matrices.size() > 2 && shown.record->matrices.back().name == "D";
    const bool accesses = !recording.trace.accesses_of(shown.record->step).empty();
    for (const simt::ObservedMatrix& matrix : shown.record->matrices) {
        picture.fragments.matrices.push_back(layout_of(matrix));
        std::vector<ElementContent>& contents = picture.contents.emplace_back();
        const auto format = format_in(recording, matrix);
        for (const simt::MatrixNumber& number : matrix.numbers)
            contents.push_back({ value_words(number.bits, format),
                number.lane < 0 || (accesses && !picture.fragments.product) ? std::optional { number.address } : std::nullopt });
    }
    picture.subtitle = trf("line {} · warp {}", recording.listing.line_of(step.pc), step.warp);
    picture.headlines = { trf("{} of {} in the warp", shown.number, shown.all), fmt::format("{}/{}", shown.number, shown.all) };
    picture.title = title_of(instruction, picture.headlines.back(), scope.inside().width, scope.style);
    picture.by_register = window.colors_by_register;
    picture.lanes = marked_lanes(model, window.marked);
    picture.chosen = model.selection->element;
    return picture;
}

Tip fragments_tip(const analysis::Recording& recording)
{
    Tip tip { tr("Fragments"),
        tr("The matrices of a recorded instruction: each element with its value, colored by the lane that holds it, or by its "
           "register. Of wgmma, the rows of this warp."),
        {}, tr("Recorded on the virtual machine while the kernel ran. Click an element to select it and its lane."), {} };
    if (recording.matrices.seen > recording.matrices.records.size())
        tip.formula = trf("{} of {} matrix instructions of the block have recorded values",
            grouped_count(recording.matrices.records.size()), grouped_count(recording.matrices.seen));
    return tip;
}

} // namespace

analysis::ShownMatrices shown_matrices(const session::Snapshot& model)
{
    if (model.run->recording == nullptr || is_asking(model))
        return {};
    const session::PlaybackView& played = model.playback->run.view;
    return analysis::matrices_at(
        *model.run->recording, model.selection->warp, played.controlled ? played.step : std::nullopt, model.selection->line);
}

void draw_no_matrices(Canvas& canvas, Rect inside, const std::string& title, const session::Snapshot& model)
{
    canvas.heading(inside, title, "", {});
    const float head = canvas.heading_height();
    const bool has_run = model.run->recording != nullptr && !is_asking(model);
    canvas.empty_words({ inside.x, inside.y + head, inside.width, inside.height - head },
        has_run
            ? tr("No matrix instruction with values was recorded in this warp: mma, wmma, wgmma, ldmatrix, stmatrix, movmatrix.")
            : no_recording_words(model));
}

std::string value_words(std::uint64_t bits, std::optional<simt::NumberFormat> format)
{
    if (!format)
        return fmt::format("{:04x}", bits);
    return is_integer(*format) ? fmt::format("{:.0f}", number_of(bits, *format))
                               : fmt::format("{:.4g}", number_of(bits, *format));
}

std::optional<simt::NumberFormat> format_in(const analysis::Recording& recording, const simt::ObservedMatrix& matrix)
{
    constexpr std::uint32_t kBits = 16;
    if (matrix.format)
        return matrix.format;
    for (const trace::MatrixRecord& record : recording.matrices.records)
        if (record.matrices.front().format && bits_of(*record.matrices.front().format) == kBits)
            return record.matrices.front().format;
    return std::nullopt;
}

session::ChosenElement shown_element(const session::Snapshot& model, const trace::MatrixRecord& record)
{
    const auto& chosen = model.selection->element;
    for (const simt::ObservedMatrix& matrix : record.matrices)
        if (chosen && chosen->matrix == matrix.name && chosen->row < matrix.rows && chosen->column < matrix.columns)
            return *chosen;
    const simt::ObservedMatrix& first = record.matrices.front();
    const auto& lane = model.selection->lane;
    const auto held = std::ranges::find_if(
        first.numbers, [&](const simt::MatrixNumber& number) { return lane && number.lane == static_cast<int>(*lane); });
    const auto index = held == first.numbers.end() ? 0U : static_cast<std::uint32_t>(held - first.numbers.begin());
    return { first.name, index / first.columns, index % first.columns };
}

DrawList fragments_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const Rect inside = scope.inside();
    Canvas canvas = sheet_canvas(scope);
    const analysis::ShownMatrices shown = shown_matrices(model);
    if (shown.record == nullptr) {
        draw_no_matrices(canvas, inside, tr("Fragments"), model);
        return canvas.finish();
    }
    canvas.tip(inside, fragments_tip(*model.run->recording));
    canvas.append(fragments_figure(picture_of(scope, shown), inside.size(), scope.style), inside.corner());
    return canvas.finish();
}

} // namespace warpstage::views
