#include "app/views/layout/layout_figure.h"

#include "app/views/fragments/fragments_figure.h"
#include "app/views/layout/memory_figures.h"

namespace warpstage::views {

namespace {

constexpr float kSmallestElement = 4.0F; // points
constexpr float kMaxElementSide = 30.0F;
constexpr std::int64_t kBankGroups = 8; // of 16 bytes each, as ldmatrix reads them
constexpr float kStrongestTint = 0.34F;

// A color for each phase of the access; its number is written, too.
Color layout_phase_color(const Style& style, std::size_t phase)
{
    const std::array colors { style.blue, style.orange, style.green, style.purple };
    return shape_color(style, colors[phase % colors.size()]);
}

// What the picture looks up for each element and word.
struct ShownLayout {
    const LayoutPicture& picture;
    const analysis::LayoutRequest& request;
    arch::SharedService service;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::uint32_t bank_bytes = 4;
    std::uint32_t banks = 32;

    explicit ShownLayout(const LayoutPicture& of)
        : picture(of)
        , request(of.conflicts.requests[of.request])
        , service(analysis::serve(*of.architecture.traits, of.conflicts, request))
        , rows(size(of.layout.layout.mode(0)))
        , columns(size(of.layout.layout.mode(1)))
        , bank_bytes(of.architecture.traits->bank_bytes)
        , banks(of.architecture.traits->shared_banks)
    {
    }

    [[nodiscard]] std::int64_t byte_of(std::int64_t row, std::int64_t column) const
    {
        return picture.layout(row + rows * column) * picture.element_bits / 8;
    }
    [[nodiscard]] std::int64_t line_bytes() const { return std::int64_t { bank_bytes } * banks; }
    [[nodiscard]] std::size_t phase_of(unsigned lane) const
    {
        const auto found =
            std::ranges::find_if(service.phases, [&](const arch::BankPhase& phase) { return has_lane(phase.lanes, lane); });
        return static_cast<std::size_t>(found - service.phases.begin());
    }
    // The lane that accesses the element in this request.
    [[nodiscard]] std::optional<unsigned> lane_of(std::int64_t row, std::int64_t column) const
    {
        const auto elements = static_cast<std::int64_t>(picture.conflicts.elements);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if (!has_lane(request.lanes, lane))
                continue;
            const std::int64_t first_row = request.elements[lane] % rows;
            const std::int64_t first_column = request.elements[lane] / rows;
            const bool along_rows = picture.conflicts.along_rows;
            if (along_rows ? row == first_row && column >= first_column && column < first_column + elements
                           : column == first_column && row >= first_row && row < first_row + elements)
                return lane;
        }
        return std::nullopt;
    }
    // Whether the bank serves more than one word in the phase.
    [[nodiscard]] static bool is_conflict(const arch::BankPhase& phase, const arch::BankWord& word)
    {
        return std::ranges::count(phase.words, word.bank, &arch::BankWord::bank) > 1;
    }
};

// "lanes 0–7, 1 wavefront"; brief: "0–7: 1".
std::string layout_phase_words(const arch::BankPhase& phase, bool brief)
{
    std::vector<std::string> lanes;
    for_each_lane(phase.lanes, [&](unsigned lane) { lanes.push_back(std::to_string(lane)); });
    const std::size_t last = lowest_lane(phase.lanes) + lanes.size() - 1;
    const bool in_sequence = lanes.size() > 1 && std::to_string(last) == lanes.back();
    const auto which =
        in_sequence ? fmt::format("{}–{}", lanes.front(), lanes.back()) : fmt::format("{}", fmt::join(lanes, ", "));
    return brief ? fmt::format("{}: {}", which, phase.wavefronts)
                 : fmt::format("lanes {}, {}", which, counted(phase.wavefronts, "wavefront"));
}

// Rows `first` to `first + count` of `all` that are drawn in cells of equal size.
struct LayoutCells {
    Rect area;
    float width = 0.0F;
    float height = 0.0F;
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t first_column = 0;
    std::int64_t columns = 0;

    [[nodiscard]] Rect at(std::int64_t row, std::int64_t column) const
    {
        return { area.x + width * static_cast<float>(column - first_column), area.y + height * static_cast<float>(row - first),
            width, height };
    }
};

// `fill`: of the shapes below, which may have gaps.
void write_in_cell(Canvas& canvas, Rect cell, const std::string& text, Color fill)
{
    const float size = std::min({ canvas.style().smallest, 0.72F * cell.height });
    const float width = text_width(text, Face::mono, size);
    if (size < canvas.units(5.5F) || width > 0.94F * cell.width)
        return;
    canvas.fill({ cell.center().x - 0.5F * width, cell.center().y - 0.6F * size, width, 1.2F * size }, fill);
    canvas.label(cell.center(), text, { Face::mono, size, ink_on(fill, canvas.style()), Align::center, cell.width });
}

// The number of a lane in the middle of what it accesses.
void write_lanes_of_elements(Canvas& canvas, const ShownLayout& shown, const LayoutCells& cells)
{
    const auto more = static_cast<std::int64_t>(shown.picture.conflicts.elements) - 1;
    const bool along_rows = shown.picture.conflicts.along_rows;
    for_each_lane(shown.request.lanes, [&](unsigned lane) {
        const std::int64_t row = shown.request.elements[lane] % shown.rows;
        const std::int64_t column = shown.request.elements[lane] / shown.rows;
        const Rect first = cells.at(row, column);
        const Rect last = cells.at(along_rows ? row : row + more, along_rows ? column + more : column);
        const Color fill = layout_phase_color(canvas.style(), shown.phase_of(lane));
        if (last.right() <= cells.area.right() + 0.5F && last.bottom() <= cells.area.bottom() + 0.5F)
            write_in_cell(
                canvas, { first.x, first.y, last.right() - first.x, last.bottom() - first.y }, std::to_string(lane), fill);
    });
}

// The elements of the matrix, or as many as there is space for. Tinted by the 16-byte group of banks, so that a swizzle is
// visible; those of the access are filled.
void draw_layout_elements(Canvas& canvas, const ShownLayout& shown, Rect area)
{
    const Style& style = canvas.style();
    const float numbers = style.smallest * 1.4F;
    const float left = room_for("000", Face::mono, style.smallest);
    const float smallest = canvas.units(kSmallestElement);
    LayoutCells cells { .area = { area.x + left, area.y + numbers, area.width - left, area.height - numbers } };
    if (cells.area.height < smallest || cells.area.width < smallest)
        return;
    cells.columns = std::min<std::int64_t>(shown.columns, static_cast<std::int64_t>(cells.area.width / smallest));
    cells.first_column = std::clamp<std::int64_t>(shown.request.column - cells.columns / 4, 0, shown.columns - cells.columns);
    cells.width = std::min(cells.area.width / static_cast<float>(cells.columns), canvas.units(kMaxElementSide));
    cells.height = std::clamp(cells.area.height / static_cast<float>(shown.rows), smallest, canvas.units(kMaxElementSide));
    cells.count = std::min<std::int64_t>(shown.rows, static_cast<std::int64_t>(cells.area.height / cells.height + 0.01F));
    cells.first = std::clamp<std::int64_t>(shown.request.row - cells.count / 4, 0, shown.rows - cells.count);
    const float index_size = std::min(style.smallest, 0.72F * cells.height);
    const auto widest = std::to_string(extent(shown.picture.layout) - 1);
    const bool shows_indices = text_width(widest, Face::mono, index_size) <= 0.94F * cells.width;
    const float gap = std::min(0.5F, 0.06F * cells.width);
    for (std::int64_t row = cells.first; row < cells.first + cells.count; ++row) {
        for (std::int64_t column = cells.first_column; column < cells.first_column + cells.columns; ++column) {
            const Rect cell = cells.at(row, column);
            const std::int64_t index = shown.picture.layout(row + shown.rows * column);
            const std::int64_t byte = shown.byte_of(row, column);
            const std::int64_t group = byte % shown.line_bytes() * kBankGroups / shown.line_bytes();
            const auto lane = shown.lane_of(row, column);
            const float tint = kStrongestTint * static_cast<float>(group) / static_cast<float>(kBankGroups - 1);
            const Color fill =
                lane ? layout_phase_color(style, shown.phase_of(*lane)) : mix(well_color(style), style.secondary, tint);
            canvas.fill({ cell.x + gap, cell.y + gap, cell.width - 2 * gap, cell.height - 2 * gap }, fill);
            if (!lane && shows_indices)
                write_in_cell(canvas, cell, std::to_string(index), fill);
            canvas.tip(cell,
                { fmt::format("({},{})", row, column),
                    fmt::format("Index {}, byte {}, bank {}{}", index, byte, byte / shown.bank_bytes % shown.banks,
                        lane ? fmt::format(", lane {}", *lane) : std::string {}),
                    {}, {}, {} });
        }
    }
    write_lanes_of_elements(canvas, shown, cells);
    const auto step_for = [](float pitch, float need) {
        std::int64_t step = 1;
        while (pitch * static_cast<float>(step) < need)
            step *= 2;
        return step;
    };
    const std::int64_t row_step = step_for(cells.height, style.smallest * 1.3F);
    for (std::int64_t row = (cells.first + row_step - 1) / row_step * row_step; row < cells.first + cells.count; row += row_step)
        canvas.label({ cells.area.x - canvas.units(4.0F), cells.at(row, 0).center().y }, std::to_string(row),
            number_note(style, left, Align::right));
    const std::int64_t column_step =
        step_for(cells.width, room_for(std::to_string(shown.columns), Face::mono, style.smallest) * 1.3F);
    for (std::int64_t column = (cells.first_column + column_step - 1) / column_step * column_step;
         column < cells.first_column + cells.columns; column += column_step)
        canvas.label({ cells.at(cells.first, column).center().x, area.y + numbers * 0.45F }, std::to_string(column),
            number_note(style, left, Align::center));
}

// The lines of 128 bytes that are drawn: all, or if there are too many, those of the access.
std::vector<std::int64_t> lines_to_draw(const ShownLayout& shown, std::size_t fitting)
{
    std::set<std::int64_t> touched;
    std::int64_t last = 0;
    for (std::int64_t i = 0; i < shown.rows * shown.columns; ++i)
        last = std::max(last, shown.picture.layout(i) * shown.picture.element_bits / 8 / shown.line_bytes());
    for (const arch::BankPhase& phase : shown.service.phases)
        for (const arch::BankWord& word : phase.words)
            touched.insert(static_cast<std::int64_t>(word.word / shown.banks));
    std::vector<std::int64_t> lines;
    if (static_cast<std::size_t>(last) < fitting) {
        for (std::int64_t line = 0; line <= last; ++line)
            lines.push_back(line);
        return lines;
    }
    lines.assign(touched.begin(), touched.end());
    if (lines.size() > fitting)
        lines.resize(fitting);
    return lines;
}

// Shared memory: a line of 128 bytes per row, a bank per column. A word in conflict has a frame and a hatch.
void draw_layout_banks(Canvas& canvas, const ShownLayout& shown, Rect area)
{
    const Style& style = canvas.style();
    const float numbers = style.smallest * 1.4F;
    const float left = room_for("00000", Face::mono, style.smallest);
    LayoutCells cells { .area = { area.x + left, area.y + numbers, area.width - left, area.height - numbers } };
    const float smallest = canvas.units(9.0F);
    if (cells.area.height < smallest)
        return;
    const auto lines = lines_to_draw(shown, static_cast<std::size_t>(cells.area.height / smallest));
    cells.width = cells.area.width / static_cast<float>(shown.banks);
    cells.count = static_cast<std::int64_t>(lines.size());
    cells.height =
        std::min(cells.area.height / static_cast<float>(std::max<std::size_t>(lines.size(), 1)), canvas.units(kMaxElementSide));
    const float gap = std::min(0.6F, 0.06F * cells.width);
    const auto inner = [gap](Rect cell) {
        return Rect { cell.x + gap, cell.y + gap, cell.width - 2 * gap, cell.height - 2 * gap };
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (std::uint32_t bank = 0; bank < shown.banks; ++bank)
            canvas.fill(inner(cells.at(static_cast<std::int64_t>(i), bank)), well_color(style));
        if (i > 0 && lines[i] != lines[i - 1] + 1)
            canvas.line({ cells.area.x, cells.at(static_cast<std::int64_t>(i), 0).y },
                { cells.area.right(), cells.at(static_cast<std::int64_t>(i), 0).y }, style.secondary, canvas.units(1.0F));
        if (cells.height >= style.smallest * 1.3F || i % 2 == 0)
            canvas.label({ cells.area.x - canvas.units(4.0F), cells.at(static_cast<std::int64_t>(i), 0).center().y },
                std::to_string(lines[i] * shown.line_bytes()), number_note(style, left, Align::right));
    }
    std::vector<std::tuple<Rect, std::string, Color>> lanes; // on top of the words
    for (std::size_t p = 0; p < shown.service.phases.size(); ++p) {
        const arch::BankPhase& phase = shown.service.phases[p];
        for (const arch::BankWord& word : phase.words) {
            const auto line = std::ranges::find(lines, static_cast<std::int64_t>(word.word / shown.banks));
            if (line == lines.end())
                continue;
            const Rect cell = cells.at(line - lines.begin(), word.bank);
            const Color fill = layout_phase_color(style, p);
            canvas.fill(inner(cell), fill);
            const bool conflict = ShownLayout::is_conflict(phase, word);
            if (conflict)
                canvas.outline(inner(cell), style.vermilion);
            const auto joins = [&](const arch::BankWord& other) {
                return other.lanes == word.lanes && other.word + 1 == word.word && other.bank + 1 == word.bank;
            };
            if (std::ranges::none_of(phase.words, joins)) { // the first word of the lane: its number in the middle of all
                std::uint32_t words = 1;
                const auto follows = [&](const arch::BankWord& other) {
                    return other.lanes == word.lanes && other.word == word.word + words && other.bank == word.bank + words;
                };
                while (std::ranges::any_of(phase.words, follows))
                    ++words;
                lanes.emplace_back(Rect { cell.x, cell.y, cell.width * static_cast<float>(words), cell.height },
                    std::to_string(lowest_lane(word.lanes)), fill);
            }
            canvas.tip(cell,
                { fmt::format("Bank {}", word.bank),
                    fmt::format(
                        "Byte {}, phase {}, wavefront {} of the phase", word.word * shown.bank_bytes, p + 1, word.wavefront + 1),
                    {}, {}, {} });
        }
    }
    for (const auto& [place, lane, fill] : lanes)
        write_in_cell(canvas, place, lane, fill);
    const std::uint32_t step = cells.width > room_for("00", Face::mono, style.smallest) ? 1 : 4;
    for (std::uint32_t bank = 0; bank < shown.banks; bank += step)
        canvas.label({ cells.at(0, bank).center().x, area.y + numbers * 0.45F }, std::to_string(bank),
            number_note(style, left, Align::center));
}

void draw_part_title(Canvas& canvas, Rect row, const std::string& longer, const std::string& shorter)
{
    const std::string& words = room_for(longer, Face::semibold, canvas.style().small) <= row.width ? longer : shorter;
    canvas.label(
        { row.x, row.center().y }, words, { Face::semibold, canvas.style().small, canvas.style().text, Align::left, row.width });
}

// The colors of the phases. All of them in short words if the full ones need too much space.
void draw_phase_key(Canvas& canvas, const ShownLayout& shown, Rect row)
{
    const Style& style = canvas.style();
    const float mark = style.small * 1.2F;
    const float gap = style.margin;
    float width = room_for("Phases:", Face::regular, style.small) + gap;
    for (const arch::BankPhase& phase : shown.service.phases)
        width += mark + room_for(layout_phase_words(phase, false), Face::regular, style.small) + gap;
    const bool brief = width > row.width;
    RowWriter writer(canvas, row, gap);
    writer.put(brief ? "Lanes: wavefronts" : "Phases:", { .size = style.small, .color = style.secondary });
    for (std::size_t i = 0; i < shown.service.phases.size(); ++i)
        writer.put(layout_phase_words(shown.service.phases[i], brief), { .size = style.small, .color = style.text }, mark,
            [&](Rect place) {
                canvas.fill({ place.x, place.center().y - style.small * 0.4F, style.small * 0.8F, style.small * 0.8F },
                    layout_phase_color(style, i));
            });
}

} // namespace

DrawList layout_figure(const LayoutPicture& picture, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const ShownLayout shown(picture);
    const bool free = shown.service.excess() == 0;
    canvas.heading(text_of(picture.layout), fmt::format("{} · {} x {} elements", picture.type, shown.rows, shown.columns),
        { { fmt::format("{}, ideal {}", counted(shown.service.wavefronts, "wavefront"), shown.service.ideal),
              counted(shown.service.wavefronts, "wavefront"), std::to_string(shown.service.wavefronts) },
            free ? style.green : style.vermilion, free });
    const float key_height = style.small * 1.9F;
    const float title_height = style.small * 1.8F;
    const float top = canvas.heading_height() + style.margin * 0.5F;
    const bool stacked = shown.columns > 2 * shown.rows || size.width < 1.2F * size.height;
    const Rect area { style.margin, top, size.width - 2 * style.margin, size.height - top - key_height - style.margin };
    const float share =
        stacked ? std::clamp(static_cast<float>(shown.rows) * canvas.units(22.0F) / area.height, 0.25F, 0.5F) : 0.5F;
    const Rect first = stacked ? Rect { area.x, area.y, area.width, area.height * share }
                               : Rect { area.x, area.y, area.width * 0.49F, area.height };
    const Rect second = stacked ? Rect { area.x, area.y + area.height * share + style.margin * 0.5F, area.width,
        area.height * (1 - share) - style.margin * 0.5F }
                                : Rect { area.x + area.width * 0.51F, area.y, area.width * 0.49F, area.height };
    const auto below_title = [title_height](Rect rect) {
        return Rect { rect.x, rect.y + title_height, rect.width, rect.height - title_height };
    };
    draw_part_title(canvas, { first.x, first.y, first.width, title_height },
        "Elements by row and column: index, or lane of the access", "Elements");
    draw_layout_elements(canvas, shown, below_title(first));
    draw_part_title(canvas, { second.x, second.y, second.width, title_height }, "Shared memory: byte of each line, and banks",
        "Shared memory by bank");
    draw_layout_banks(canvas, shown, below_title(second));

    draw_phase_key(canvas, shown,
        { style.margin, size.height - key_height - style.margin * 0.3F, size.width - 2 * style.margin, key_height });
    return canvas.finish();
}

Exhibit layout_exhibit(LayoutPicture picture)
{
    const analysis::LayoutConflicts& conflicts = picture.conflicts;
    const analysis::LayoutRequest& request = conflicts.requests[picture.request];
    CaptionInput caption;
    caption.what = { conflicts.access.name, fmt::format("at element ({},{})", request.row, request.column),
        picture.architecture.name() };
    caption.numbers = { counted(request.count.wavefronts, "wavefront"), fmt::format("ideal {}", request.count.ideal),
        fmt::format("whole matrix: {}, ideal {}, in {}", counted(conflicts.wavefronts, "wavefront"), conflicts.ideal,
            counted(conflicts.requests.size(), "request")) };
    caption.source = "computed from the layout";
    return exhibit_of_figure(std::move(caption), &layout_figure, std::move(picture));
}

Exhibit study_exhibit(const analysis::LayoutStudy& study, const arch::Architecture& architecture)
{
    const std::string type { study.type.name };
    if (const auto* box = std::get_if<layout::TmaComparison>(&study.shown))
        return tma_exhibit({ study.layout, type, *box });
    if (const auto* operand = std::get_if<analysis::OperandDescriptor>(&study.shown))
        return descriptor_exhibit({ *operand, study.type });
    const auto& conflicts = std::get<analysis::LayoutConflicts>(study.shown);
    const auto worst = static_cast<std::size_t>(&conflicts.worst() - conflicts.requests.data());
    return layout_exhibit({ study.layout, type, study.type.bits, architecture, conflicts, worst });
}

Exhibit answer_exhibit(
    const analysis::LayoutAnswer& answer, const analysis::LayoutQuestion& question, const arch::Architecture& architecture)
{
    if (const auto* study = std::get_if<analysis::LayoutStudy>(&answer))
        return study_exhibit(*study, architecture);
    CaptionInput caption;
    caption.kernel = question.layout;
    caption.source = kFragmentSource;
    return exhibit_of_figure(
        std::move(caption), &fragments_figure, FragmentsPicture { .fragments = std::get<layout::Fragments>(answer) });
}

Result<Exhibit> prepare_layout(const Subject& subject)
{
    if (subject.layout.layout.empty())
        return Error { "The figure requires `--layout LAYOUT`, for example `--layout 'Sw<3,3,3> o 0 o (64,64):(64,1)'`." };
    const auto architecture = arch::parse_architecture(subject.architecture);
    if (!architecture)
        return architecture.error();
    const auto answer = analysis::answer_of(*architecture->traits, subject.layout);
    return answer ? Result<Exhibit>(answer_exhibit(*answer, subject.layout, *architecture)) : answer.error();
}

Result<void> choose_layout(const session::Snapshot& model, Subject& subject)
{
    const session::LayoutSection& layout = *model.layout;
    subject.layout = layout.question;
    const arch::Architecture& architecture = layout.architecture;
    subject.architecture = architecture.gpu != nullptr ? std::string { architecture.gpu->name } : architecture.traits->id();
    return {};
}

} // namespace warpstage::views
