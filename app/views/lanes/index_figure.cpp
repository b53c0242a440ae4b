#include "app/views/lanes/index_figure.h"

#include "app/views/gallery/exhibit.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

using analysis::IndexedThread;

constexpr std::size_t kMaxShownLanes = 12; // that are shown

// "threadIdx.x + 32 * threadIdx.y"; only dimensions in which the block has more than one thread.
std::string sum_words(std::int64_t constant, std::array<std::int64_t, 3> factors, const Dim3& block)
{
    constexpr std::array kNames { "threadIdx.x", "threadIdx.y", "threadIdx.z" };
    const std::array sides { block.x, block.y, block.z };
    std::string words;
    const auto add = [&](std::int64_t factor, const std::string& name) {
        const std::string sign = words.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
        const std::int64_t size = factor < 0 ? -factor : factor;
        const std::string times = name.empty() ? text::grouped(size)
            : size == 1                        ? name
                                               : fmt::format("{} * {}", text::grouped(size), name);
        words += sign + times;
    };
    if (constant != 0)
        add(constant, "");
    for (std::size_t i = 0; i < factors.size(); ++i)
        if (factors[i] != 0 && sides[i] > 1)
            add(factors[i], kNames[i]);
    return words.empty() ? "0" : words;
}

std::string number_words(const Dim3& block)
{
    const std::int64_t x = block.x;
    return tr("thread index = ") + sum_words(0, { 1, x, x * block.y }, block);
}

std::string element_words(const IndexInput& input)
{
    if (!input.formula)
        return trf("{}: not a linear function of threadIdx", input.memory);
    return fmt::format("{} = {}", input.memory,
        sum_words(input.formula->constant, { input.formula->x, input.formula->y, input.formula->z }, input.block));
}

// Distance between the elements of adjacent lanes; empty: it differs from lane to lane.
std::optional<std::int64_t> distance_of_lanes(const IndexInput& input)
{
    std::optional<std::int64_t> distance;
    for (std::size_t i = 1; i < input.threads.size(); ++i) {
        const std::int64_t here = input.threads[i].element - input.threads[i - 1].element;
        if (distance && here != *distance)
            return std::nullopt;
        distance = here;
    }
    return distance;
}

std::string sentence_of(const IndexInput& input)
{
    const auto distance = distance_of_lanes(input);
    if (!distance)
        return tr("The distance between the elements of adjacent lanes varies.");
    if (*distance == 0)
        return tr("All lanes of the warp access the same element.");
    const std::int64_t size = *distance < 0 ? -*distance : *distance;
    return size == 1 ? std::string { tr("Adjacent lanes access adjacent elements.") }
                     : trf("Adjacent lanes access elements {} positions ({} bytes) apart.", text::grouped(size),
                         text::grouped(size * input.bytes));
}

struct Row {
    std::string name;
    std::function<std::string(const IndexedThread&)> words;
    Color color;
    Face face = Face::mono;
};

std::vector<Row> rows_of(const IndexInput& input, const Style& style)
{
    std::vector<Row> rows;
    rows.push_back({ "threadIdx.x", [](const IndexedThread& one) { return std::to_string(one.index.x); }, style.text });
    if (input.block.y > 1)
        rows.push_back({ "threadIdx.y", [](const IndexedThread& one) { return std::to_string(one.index.y); }, style.text });
    if (input.block.z > 1)
        rows.push_back({ "threadIdx.z", [](const IndexedThread& one) { return std::to_string(one.index.z); }, style.text });
    rows.push_back({ tr("thread index"), [](const IndexedThread& one) { return std::to_string(one.number); }, style.blue });
    rows.push_back({ input.memory,
        [](const IndexedThread& one) { return one.element < 0 ? std::to_string(one.element) : text::grouped(one.element); },
        style.orange, Face::semibold });
    return rows;
}

} // namespace

DrawList index_figure(const IndexInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    PageWords words { tr("Index arithmetic"), input.subtitle };
    if (input.threads.empty())
        return empty_page(std::move(canvas), words, tr("no access by this instruction was recorded"));
    words.sentence = { trf("{} Computed from the recorded addresses of {}.", sentence_of(input),
                           counted(input.known_threads, "thread")),
        sentence_of(input) };
    const Rect area = draw_page(canvas, words, {}, canvas.units(120.0F));

    float y = area.y;
    const float pitch = 1.5F * style.body;
    if (area.height >= 2 * pitch + canvas.units(110.0F))
        for (const auto& [formula, color] :
            { std::pair { number_words(input.block), style.blue }, std::pair { element_words(input), style.orange } }) {
            const float fitting = room_for(formula, Face::mono, style.body) <= area.width ? style.body : style.small;
            canvas.label({ area.x, y + pitch / 2 }, formula, { Face::mono, fitting, color, Align::left, area.width });
            y += pitch;
        }
    y += canvas.units(6.0F);

    const std::vector<Row> rows = rows_of(input, style);
    const float size_of_words = style.small;
    float names = room_for("lane", Face::regular, size_of_words);
    float cell = room_for("00", Face::mono, size_of_words);
    for (const Row& row : rows) {
        names = std::max(names, room_for(row.name, Face::regular, size_of_words));
        for (const IndexedThread& thread : input.threads)
            cell = std::max(cell, room_for(row.words(thread), row.face, size_of_words));
    }
    names = std::min(names, 0.4F * area.width) + canvas.units(14.0F);
    cell += canvas.units(14.0F);
    const auto fit = std::clamp<std::size_t>(rows_in(area.width - names, cell), 1, kMaxShownLanes);
    // The first ones and, after a gap, the last.
    const std::size_t lanes = input.threads.size();
    const bool gap = lanes > fit && fit >= 4;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < std::min(lanes, gap ? fit - 2 : fit); ++i)
        shown.push_back(i);
    const std::size_t before_gap = shown.size();
    if (gap)
        shown.push_back(lanes - 1);
    const auto columns = static_cast<float>(shown.size() + (gap ? 1 : 0));
    const float width = std::min((area.width - names) / columns, 2.2F * cell);
    const float height = std::min((area.bottom() - y) / static_cast<float>(rows.size() + 1), 2.2F * style.small);
    if (height < 1.1F * size_of_words)
        return canvas.finish();
    const auto x_of = [&](std::size_t column) {
        return area.x + names + width * static_cast<float>(column + (gap && column >= before_gap ? 1 : 0));
    };
    const std::uint32_t first = input.threads.front().number;
    canvas.label({ area.x, y + height / 2 }, "lane", note(style, names));
    for (std::size_t column = 0; column < shown.size(); ++column)
        canvas.label({ x_of(column) + width / 2, y + height / 2 },
            std::to_string(input.threads[shown[column]].number - first / kMaxShownLanes * kMaxShownLanes),
            { Face::mono, style.smallest, style.secondary, Align::center, width });
    y += height;
    for (const Row& row : rows) {
        canvas.label({ area.x, y + height / 2 }, row.name,
            { Face::regular, size_of_words, row.color, Align::left, names - canvas.units(6.0F) });
        for (std::size_t column = 0; column < shown.size(); ++column) {
            const Rect rect { x_of(column), y, width - canvas.units(3.0F), height - canvas.units(3.0F) };
            canvas.fill(rect, mix(style.panel, row.color, 0.10F), canvas.units(3.0F));
            canvas.label(rect.center(), row.words(input.threads[shown[column]]),
                { row.face, size_of_words, row.color, Align::center, rect.width });
        }
        if (gap)
            canvas.label({ area.x + names + width * (static_cast<float>(before_gap) + 0.5F), y + height / 2 }, "…",
                { Face::regular, size_of_words, style.secondary, Align::center, width });
        y += height;
    }
    return canvas.finish();
}

// Of the chosen request, else of one to global memory, else of one to shared memory.
Result<Exhibit> prepare_index(const Subject& subject)
{
    auto request = choose_request(subject, Memory::global);
    if (!request)
        request = choose_request(subject, Memory::shared);
    if (!request)
        return request.error();
    const session::Recording& recording = *subject.recording;
    const simt::Access& access = *request->access;
    IndexInput input;
    input.bytes = access.bytes;
    input.memory = trf("{}-byte word of shared memory", access.bytes);
    std::uint64_t origin = 0;
    if (access.space == ptx::StateSpace::global) {
        input.memory = tr("element of global memory");
        const auto lane = static_cast<unsigned>(std::countr_zero(access.lanes));
        for (const auto& buffer : recording.buffers)
            if (access.lanes != 0 && access.addresses[lane] >= buffer.address
                && access.addresses[lane] - buffer.address < buffer.bytes) {
                origin = buffer.address;
                input.memory = trf("element of {}", buffer.name);
            }
    }
    static_cast<analysis::IndexArithmetic&>(input) = analysis::index_arithmetic(
        { &recording.trace, recording.block_size, request->pc, access.space, request->occurrence, origin });
    const std::string code = analysis::source_line(subject.lesson->source_lines, request->line);
    input.subtitle = fmt::format("line {} · {}", request->line, code);
    CaptionInput caption = request_caption(subject, *request);
    caption.numbers = { element_words(input) };
    return exhibit_of_figure(std::move(caption), index_figure, std::move(input));
}

Result<void> choose_index(const session::Snapshot& model, Subject& subject)
{
    if (!model.selection->chosen_access)
        return Error { "The recorded block makes no request to shared or global memory." };
    const session::ChosenAccess& chosen = *model.selection->chosen_access;
    subject.request =
        ChosenRequest { &chosen.access, chosen.pc, chosen.line, chosen.warp, chosen.occurrence, chosen.occurrences };
    return {};
}

} // namespace warpstage::views
