#include "app/views/fragments/fragments_figure.h"

#include "core/layout/tensor_memory.h"

namespace warpstage::views {

namespace {

using layout::FragmentElement;
using layout::FragmentMatrix;
using layout::Fragments;

constexpr std::int64_t kMaxShownColumns = 32; // wider matrices repeat with further registers
constexpr float kMaxElementHeight = 26.0F; // points
constexpr float kMaxElementWidth = 64.0F;
constexpr const char* kDescribed = "in shared memory, named by a matrix descriptor";
constexpr int kLanesOfGroup = 4; // that share a row of A and C
constexpr int kGroups = 8; // of a warp
constexpr float kReadableShare = 0.8F; // of the smallest text, for values
constexpr float kRoomBesideSum = 3.0F; // of the matrices, in heights of the sum

// Lanes of a group of four differ in hue, the groups in lightness. So do registers.
Color holder_color(const Style& style, int number)
{
    const std::array hues { style.blue, style.orange, style.green, style.purple };
    const float share = 0.3F + 0.55F * static_cast<float>(number / kLanesOfGroup % kGroups) / (kGroups - 1);
    return mix(style.panel, shape_color(style, hues[static_cast<std::size_t>(number % kLanesOfGroup)]), share);
}

// The four hues, then one hue from light to dark.
void draw_color_key(Canvas& canvas, bool by_register, Rect row)
{
    const Style& style = canvas.style();
    const float side = style.small * 0.8F;
    RowWriter writer(canvas, row, style.margin * 0.6F);
    const Ink ink { .size = style.small, .color = style.secondary };
    writer.put(by_register ? tr("Register modulo 4:") : tr("Lane modulo 4:"), ink);
    for (int lane = 0; lane < kLanesOfGroup; ++lane)
        writer.put(std::to_string(lane), ink, side * 1.3F, [&](Rect place) {
            canvas.fill({ place.x, place.center().y - side / 2, side, side }, holder_color(style, lane + kLanesOfGroup * 4));
        });
    const float steps = side * static_cast<float>(kGroups);
    writer.put(
        by_register ? tr("register / 4, from 0 to 7") : tr("lane / 4, from 0 to 7"), ink, steps + side * 0.5F, [&](Rect place) {
            for (int group = 0; group < kGroups; ++group)
                canvas.fill({ place.x + side * static_cast<float>(group), place.center().y - side / 2, side, side },
                    holder_color(style, group * kLanesOfGroup));
        });
}

// A matrix at its place. `area` includes the title and the numbers of rows and columns.
struct PlacedMatrix {
    const FragmentMatrix& matrix;
    Rect area;
};

struct GridOfMatrix {
    Rect cells;
    float width = 0.0F;
    float height = 0.0F;
    std::int64_t columns = 0; // shown
};

GridOfMatrix grid_of(const Style& style, const FragmentMatrix& matrix, Rect area, float units)
{
    const float numbers = room_for("000", Face::mono, style.smallest);
    GridOfMatrix grid;
    grid.columns = std::min(matrix.columns, kMaxShownColumns);
    const Rect inside { area.x + numbers, area.y + style.small * 1.6F + style.smallest * 1.3F, area.width - numbers,
        area.height - style.small * 1.6F - style.smallest * 1.3F };
    grid.width = std::min(inside.width / static_cast<float>(grid.columns), units * kMaxElementWidth);
    grid.height = std::min(inside.height / static_cast<float>(matrix.rows), units * kMaxElementHeight);
    grid.cells = { inside.x, inside.y, grid.width * static_cast<float>(grid.columns),
        grid.height * static_cast<float>(matrix.rows) };
    return grid;
}

// "T" or "L" of the holder.
struct HolderWords {
    const FragmentMatrix& matrix;
    layout::Holder holder = layout::Holder::threads;

    [[nodiscard]] bool in_tensor_memory() const { return holder == layout::Holder::tensor_memory; }
    [[nodiscard]] std::string of(const FragmentElement& element, bool with_register) const
    {
        const int number = in_tensor_memory() ? element.thread % layout::kTensorMemoryLanes : element.thread;
        const char letter = in_tensor_memory() ? 'L' : 'T';
        return with_register ? fmt::format("{}{} {}{}", letter, number, in_tensor_memory() ? 'c' : 'r', element.reg)
                             : fmt::format("{}{}", letter, number);
    }
};

// What is written in all cells of a matrix: the value if it is known; else the holder, "T5 r2" where it fits, else "T5".
struct CellText {
    HolderWords words;
    const std::vector<ElementContent>* contents; // null: none
    bool with_register = false;
    float size = 0.0F; // 0: nothing fits

    [[nodiscard]] std::string of(std::size_t index) const
    {
        if (contents != nullptr)
            return (*contents)[index].value;
        return words.of(words.matrix.elements[index], with_register);
    }
};

CellText cell_text(
    const Canvas& canvas, const HolderWords& words, const std::vector<ElementContent>* contents, float width, float height)
{
    const float largest = std::min(canvas.style().smallest, 0.78F * height);
    const float smallest = canvas.units(6.0F);
    for (const bool with_register : { true, false }) {
        CellText text { words, contents, with_register, largest };
        float widest = 0.0F;
        for (std::size_t i = 0; i < words.matrix.elements.size(); ++i)
            widest = std::max(widest, text_width(text.of(i), Face::mono, largest));
        text.size = widest == 0.0F ? 0.0F : largest * std::min(1.0F, 0.92F * width / widest);
        if (text.size >= smallest || contents != nullptr)
            return text.size >= smallest ? text : CellText { words, contents };
    }
    return { words, contents };
}

std::string place_words(const HolderWords& words, const FragmentElement& element, const ElementContent* content)
{
    if (words.in_tensor_memory())
        return trf("Tensor memory of block {} of the pair: lane {}, column {}", element.thread / layout::kTensorMemoryLanes,
            element.thread % layout::kTensorMemoryLanes, element.reg);
    const std::string memory = content == nullptr || !content->address ? std::string {} : trf("byte {}", *content->address);
    if (element.thread < 0)
        return trf("In shared memory, {}", memory);
    const std::string held =
        trf("Lane {}, register {}, bits {} to {}", element.thread, element.reg, element.bit, element.bit + words.matrix.bits - 1);
    return memory.empty() ? held : fmt::format("{}; {}", held, memory);
}

void draw_numbers_of(Canvas& canvas, const FragmentMatrix& matrix, const GridOfMatrix& grid)
{
    const Style& style = canvas.style();
    const float room = room_for("000", Face::mono, style.smallest);
    const auto step_for = [&](float pitch, float need) {
        std::int64_t step = 1;
        while (pitch * static_cast<float>(step) < need)
            step *= 2;
        return step;
    };
    for (std::int64_t row = 0; row < matrix.rows; row += step_for(grid.height, style.smallest * 1.1F))
        canvas.label({ grid.cells.x - canvas.units(4.0F), grid.cells.y + grid.height * (static_cast<float>(row) + 0.5F) },
            std::to_string(row), number_note(style, room, Align::right));
    for (std::int64_t column = 0; column < grid.columns; column += step_for(grid.width, room))
        canvas.label({ grid.cells.x + grid.width * (static_cast<float>(column) + 0.5F), grid.cells.y - style.smallest * 0.65F },
            std::to_string(column), number_note(style, room, Align::center));
}

bool has_marks(const FragmentsPicture& picture)
{
    return picture.lane || picture.lanes != 0;
}

bool is_chosen(const FragmentsPicture& picture, const FragmentMatrix& matrix, std::int64_t row, std::int64_t column)
{
    return picture.chosen && picture.chosen->matrix == matrix.name && picture.chosen->row == row
        && picture.chosen->column == column;
}

void draw_element(
    Canvas& canvas, const FragmentsPicture& picture, const CellText& text, std::int64_t row, std::int64_t column, Rect cell)
{
    const Style& style = canvas.style();
    const FragmentMatrix& matrix = text.words.matrix;
    const auto index = static_cast<std::size_t>(row * matrix.columns + column);
    const FragmentElement& element = matrix.elements[index];
    const bool held = element.thread >= 0;
    const bool marked = held
        && (picture.lane == element.thread || (picture.lanes >> (static_cast<unsigned>(element.thread) % kMaxLanes) & 1U) != 0);
    const bool quiet = !held || (has_marks(picture) && !marked);
    const Color fill = quiet ? well_color(style)
        : marked             ? shape_color(style, style.orange)
                             : holder_color(style, picture.by_register ? element.reg : element.thread);
    const float gap = std::min(canvas.units(0.5F), 0.05F * cell.width);
    canvas.fill({ cell.x + gap, cell.y + gap, cell.width - 2 * gap, cell.height - 2 * gap }, fill);
    if (marked)
        canvas.outline(cell, style.text);
    if (is_chosen(picture, matrix, row, column))
        canvas.outline(cell.inset(canvas.units(1.0F)), style.vermilion);
    if (text.size > 0)
        canvas.label(cell.center(), text.of(index),
            { Face::mono, text.size, quiet ? style.secondary : ink_on(fill, style), Align::center, cell.width });
    const ElementContent* content = text.contents == nullptr ? nullptr : &(*text.contents)[index];
    const std::string value = content == nullptr || content->value.empty() ? std::string {} : " = " + content->value;
    canvas.tip(cell,
        { fmt::format("{}({},{}){}", matrix.name, row, column, value), place_words(text.words, element, content), {}, {}, {} });
    on_click(canvas, cell,
        session::SelectElement { { matrix.name, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column) },
            held ? std::optional { static_cast<std::uint32_t>(element.thread) % kMaxLanes } : std::nullopt });
}

void draw_matrix(
    Canvas& canvas, const PlacedMatrix& placed, const FragmentsPicture& picture, const std::vector<ElementContent>* contents)
{
    const Style& style = canvas.style();
    const FragmentMatrix& matrix = placed.matrix;
    const auto title = fmt::format("{}: {} x {}{}", matrix.name, matrix.rows, matrix.columns,
        matrix.columns > kMaxShownColumns && !matrix.elements.empty() ? fmt::format(", columns 0–{}", kMaxShownColumns - 1)
                                                                      : std::string {});
    canvas.label({ placed.area.x, placed.area.y + style.small * 0.8F }, title,
        { Face::semibold, style.small, style.text, Align::left, placed.area.width });
    if (matrix.elements.empty()) {
        const float top = placed.area.y + style.small * 1.6F;
        const Rect box { placed.area.x, top, placed.area.width, std::min(placed.area.bottom() - top, style.body * 2) };
        if (box.height < style.small * 1.4F)
            return;
        canvas.frame(box, well_color(style), style.border, style.radius / 2);
        canvas.label_in(box,
            box.width > room_for(kDescribed, Face::regular, style.small) + style.margin ? kDescribed : "in shared memory",
            { Face::regular, style.small, style.secondary, Align::center, box.width });
        return;
    }
    const GridOfMatrix grid = grid_of(style, matrix, placed.area, canvas.units(1.0F));
    if (grid.width <= 0 || grid.height <= 0)
        return;
    draw_numbers_of(canvas, matrix, grid);
    const CellText text = cell_text(canvas, { matrix, picture.fragments.holder }, contents, grid.width, grid.height);
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t column = 0; column < grid.columns; ++column)
            draw_element(canvas, picture, text, row, column,
                { grid.cells.x + grid.width * static_cast<float>(column), grid.cells.y + grid.height * static_cast<float>(row),
                    grid.width, grid.height });
    canvas.outline(grid.cells, style.border);
}

// A below the left of B, the result below B and beside A, so that a row of A and a column of B meet in their element of the
// result. C has the free corner if D is there, too.
std::vector<PlacedMatrix> place_product(const std::vector<FragmentMatrix>& matrices, Rect area, float gap)
{
    const FragmentMatrix& a = matrices[0];
    const FragmentMatrix& b = matrices[1];
    const FragmentMatrix& c = matrices.back();
    const auto shown = [](std::int64_t columns) {
        return static_cast<float>(std::min(columns, kMaxShownColumns));
    };
    const float left =
        a.elements.empty() ? 0.24F : std::clamp(shown(a.columns) / (shown(a.columns) + shown(c.columns)), 0.25F, 0.75F);
    const float top =
        b.elements.empty() ? 0.18F : std::clamp(static_cast<float>(b.rows) / static_cast<float>(b.rows + c.rows), 0.25F, 0.62F);
    const float middle = area.x + area.width * left;
    const float below = area.y + area.height * top;
    const Rect right_top { middle + gap / 2, area.y, area.right() - middle - gap / 2, below - area.y - gap / 2 };
    const Rect right_bottom { right_top.x, below + gap / 2, right_top.width, area.bottom() - below - gap / 2 };
    const Rect left_bottom { area.x, right_bottom.y, middle - gap / 2 - area.x, right_bottom.height };
    std::vector<PlacedMatrix> placed { { a, left_bottom }, { b, right_top }, { c, right_bottom } };
    if (matrices.size() > 3) // C and D
        placed.push_back({ matrices[2], { area.x, right_top.y, left_bottom.width, right_top.height } });
    return placed;
}

// All in one row, with equal cells: taller ones in a low area.
std::vector<PlacedMatrix> place_side_by_side(const std::vector<FragmentMatrix>& matrices, Rect area, float gap)
{
    const auto shown = [](const FragmentMatrix& matrix) {
        return static_cast<float>(std::min(matrix.columns, kMaxShownColumns));
    };
    float columns = 0.0F;
    for (const FragmentMatrix& matrix : matrices)
        columns += shown(matrix);
    const float room = area.width - gap * static_cast<float>(matrices.size() - 1);
    std::vector<PlacedMatrix> placed;
    float x = area.x;
    for (const FragmentMatrix& matrix : matrices) {
        const float width = room * shown(matrix) / columns;
        placed.push_back({ matrix, { x, area.y, width, area.height } });
        x += width + gap;
    }
    return placed;
}

// Whether two matrices below each other have cells that are too low for a text.
bool is_low(const Canvas& canvas, const Fragments& fragments, Rect area)
{
    constexpr float kRoomForText = 11.0F; // points
    constexpr std::int64_t kMaxRowsInLow = 16;
    const bool small = std::ranges::all_of(fragments.matrices, [](const FragmentMatrix& matrix) {
        return !matrix.elements.empty() && matrix.rows <= kMaxRowsInLow && matrix.columns <= kMaxRowsInLow;
    });
    const auto rows = static_cast<float>(fragments.matrices[1].rows + fragments.matrices.back().rows);
    return small && area.width > 1.8F * area.height && area.height / rows < canvas.units(kRoomForText);
}

std::vector<PlacedMatrix> place_in_row(const std::vector<FragmentMatrix>& matrices, Rect area, float gap)
{
    std::vector<PlacedMatrix> result;
    const std::size_t columns = matrices.size() > 2 ? 2 : matrices.size();
    const std::size_t rows = (matrices.size() + columns - 1) / columns;
    const float width = (area.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height = (area.height - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (std::size_t i = 0; i < matrices.size(); ++i)
        result.push_back({ matrices[i],
            { area.x + (width + gap) * static_cast<float>(i % columns), area.y + (height + gap) * static_cast<float>(i / columns),
                width, height } });
    return result;
}

std::string holders_words(const Fragments& fragments)
{
    return fragments.holder == layout::Holder::tensor_memory ? trf("{} lanes", fragments.threads)
                                                             : trf("{} threads", fragments.threads);
}

// The element of the result that the chosen element contributes to.
std::optional<std::pair<std::int64_t, std::int64_t>> shown_sum(const FragmentsPicture& picture)
{
    const auto& matrices = picture.fragments.matrices;
    const bool known = picture.fragments.product && picture.contents.size() == matrices.size();
    if (!known || matrices[0].columns != matrices[1].rows || matrices[0].elements.empty() || matrices[1].elements.empty())
        return std::nullopt;
    if (!picture.chosen)
        return std::pair { std::int64_t { 0 }, std::int64_t { 0 } };
    const std::int64_t row = picture.chosen->matrix == "B" ? 0 : picture.chosen->row;
    const std::int64_t column = picture.chosen->matrix == "A" ? 0 : picture.chosen->column;
    return row < matrices.back().rows && column < matrices.back().columns ? std::optional { std::pair { row, column } }
                                                                          : std::nullopt;
}

// Whether the values of a matrix are too long for its cells.
bool omits_values(const Canvas& canvas, const FragmentsPicture& picture, const std::vector<PlacedMatrix>& placed)
{
    if (picture.contents.empty())
        return false;
    return std::ranges::any_of(placed, [&](const PlacedMatrix& it) {
        if (it.matrix.elements.empty())
            return false;
        const GridOfMatrix grid = grid_of(canvas.style(), it.matrix, it.area, canvas.units(1.0F));
        const auto& contents = picture.contents[static_cast<std::size_t>(&it.matrix - picture.fragments.matrices.data())];
        return cell_text(canvas, { it.matrix, picture.fragments.holder }, &contents, grid.width, grid.height).size
            < canvas.style().smallest * kReadableShare;
    });
}

// A row of A, a column of B and the sum of their products, in cells that are wide enough for the values.
void draw_sum(Canvas& canvas, const FragmentsPicture& picture, std::pair<std::int64_t, std::int64_t> sum, Rect area)
{
    const Style& style = canvas.style();
    const auto& matrices = picture.fragments.matrices;
    const auto [row, column] = sum;
    const float pitch = area.height / 3;
    const std::string names[] = { fmt::format("A({},k)", row), fmt::format("B(k,{})", column) };
    const float left = room_for("B(k,000)", Face::mono, style.smallest) + canvas.units(6.0F);
    const float width = (area.width - left) / static_cast<float>(matrices[0].columns);
    for (std::size_t factor = 0; factor < 2; ++factor) {
        const FragmentMatrix& matrix = matrices[factor];
        const float y = area.y + pitch * static_cast<float>(factor);
        canvas.label(
            { area.x, y + pitch / 2 }, names[factor], { Face::mono, style.smallest, style.secondary, Align::left, left });
        for (std::int64_t k = 0; k < matrices[0].columns; ++k) {
            const auto index = static_cast<std::size_t>(factor == 0 ? row * matrix.columns + k : k * matrix.columns + column);
            const FragmentElement& element = matrix.elements[index];
            const Rect cell { area.x + left + width * static_cast<float>(k), y + canvas.units(1.0F), width - canvas.units(1.0F),
                pitch - canvas.units(2.0F) };
            const Color fill =
                element.thread < 0 ? well_color(style) : holder_color(style, picture.by_register ? element.reg : element.thread);
            canvas.fill(cell, fill);
            const std::string& value = picture.contents[factor][index].value;
            const float widest = text_width(value, Face::mono, style.smallest);
            const float size = std::min(style.smallest, style.smallest * 0.94F * cell.width / std::max(widest, 1.0F));
            if (size >= canvas.units(6.0F))
                canvas.label(cell.center(), value,
                    { Face::mono, size, element.thread < 0 ? style.secondary : ink_on(fill, style), Align::center, cell.width });
        }
    }
    // Clang 14 of the web edition cannot capture structured bindings.
    const auto value_in = [&, at_row = row, at_column = column](std::size_t matrix) {
        return picture.contents[matrix][static_cast<std::size_t>(at_row * matrices[matrix].columns + at_column)].value;
    };
    std::string words = fmt::format("D({0},{1}) = Σ A({0},k) B(k,{1})", row, column);
    if (matrices.size() > 3)
        words += fmt::format(" + C({},{}) ({})", row, column, value_in(2));
    canvas.label({ area.x, area.y + 2.5F * pitch }, fmt::format("{} = {}", words, value_in(matrices.size() - 1)),
        { Face::mono, style.small, style.text, Align::left, area.width });
}

std::vector<PlacedMatrix> place_all(const Canvas& canvas, const Fragments& fragments, Rect area)
{
    const float margin = canvas.style().margin;
    return !fragments.product             ? place_in_row(fragments.matrices, area, margin)
        : is_low(canvas, fragments, area) ? place_side_by_side(fragments.matrices, area, margin * 0.6F)
                                          : place_product(fragments.matrices, area, margin);
}

} // namespace

DrawList fragments_figure(const FragmentsPicture& picture, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const auto& fragments = picture.fragments;
    canvas.heading(picture.title.empty() ? fragments.name : picture.title,
        !picture.subtitle.empty()                               ? picture.subtitle
            : fragments.holder == layout::Holder::tensor_memory ? tr("L: lane, c: column of tensor memory")
                                                                : tr("T: lane or thread, r: register of 32 bits"),
        { !picture.headlines.empty() ? picture.headlines : std::vector { holders_words(fragments) }, style.text });
    const float top = canvas.heading_height() + style.margin * 0.5F;
    const float key = has_marks(picture) ? 0.0F : style.small * 1.8F;
    Rect area { style.margin, top, size.width - 2 * style.margin, size.height - top - style.margin - key };
    const auto sum = shown_sum(picture);
    const float sum_height = 5.0F * style.small;
    const bool has_sum = sum && area.height > kRoomBesideSum * sum_height
        && (picture.chosen || omits_values(canvas, picture, place_all(canvas, fragments, area)));
    if (has_sum) {
        area.height -= sum_height + style.margin * 0.5F;
        draw_sum(canvas, picture, *sum, { area.x, area.bottom() + style.margin * 0.5F, area.width, sum_height });
    }
    for (const PlacedMatrix& placed : place_all(canvas, fragments, area))
        draw_matrix(canvas, placed, picture,
            picture.contents.empty() ? nullptr
                                     : &picture.contents[static_cast<std::size_t>(&placed.matrix - fragments.matrices.data())]);
    if (!has_marks(picture))
        draw_color_key(canvas, picture.by_register, { area.x, size.height - style.margin * 0.7F - key, area.width, key });
    return canvas.finish();
}

Result<Exhibit> prepare_fragments(const Subject& subject)
{
    if (subject.instruction.empty())
        return Error {
            "The figure requires `--instruction NAME`, for example `--instruction mma.m16n8k16.f32.f16.f16.f32` or `ldmatrix.x4`."
        };
    auto fragments = layout::fragments_of(subject.instruction);
    if (!fragments)
        return fragments.error();
    const auto lane = subject.lane;
    if (lane && *lane >= static_cast<std::uint32_t>(fragments->threads))
        return Error { fmt::format(
            "`--lane` must be less than {}, the number of threads of the instruction, not {}.", fragments->threads, *lane) };
    CaptionInput caption;
    caption.kernel = subject.instruction;
    if (lane)
        caption.what.push_back(fmt::format("lane {}", *lane));
    caption.source = kFragmentSource;
    return exhibit_of_figure(std::move(caption), &fragments_figure,
        FragmentsPicture {
            .fragments = std::move(*fragments), .lane = lane ? std::optional { static_cast<int>(*lane) } : std::nullopt });
}

} // namespace warpstage::views
