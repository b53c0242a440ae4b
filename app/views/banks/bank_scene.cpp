#include "app/views/banks/bank_scene.h"

#include "app/views/banks/banks_figure.h"
#include "app/views/lanes/lane_row.h"
#include "app/views/scenes/wrong_element_mark.h"
#include "core/analysis/recording/assessment.h"

#include <bit>
#include <limits>

namespace warpstage::views {

namespace {

constexpr float kHistogram = 46.0F; // height at scale 1 of the bars of words per bank
constexpr float kMinRow = 5.0F; // of a row of words, at scale 1
constexpr float kTallestWordRow = 30.0F;

// When a word is served, relative to the current wavefront.
enum class Turn : std::uint8_t { waiting, now, served };

struct WordGrid {
    Rect area;
    std::size_t first = 0; // row
    std::size_t rows = 0;
    std::size_t all_rows = 0;
    float pitch = 0.0F; // of the banks
    float height = 0.0F; // of a row

    [[nodiscard]] Rect cell(std::uint64_t word, std::uint32_t banks) const
    {
        const float gap = std::clamp(0.12F * std::min(pitch, height), 0.5F, 2.0F);
        const std::uint64_t row = word / banks - first;
        return Rect { area.x + pitch * static_cast<float>(word % banks), area.y + height * static_cast<float>(row), pitch,
            height }
            .inset(gap / 2);
    }
    [[nodiscard]] bool shows(std::uint64_t row) const { return row >= first && row < first + rows; }
};

std::size_t words_of(const BankSceneInput& input)
{
    const std::size_t bytes = input.frame->values.size() * input.frame->element_bytes;
    return (bytes + input.bank_bytes - 1) / std::max(1U, input.bank_bytes);
}

// All rows if they fit, else those around the rows that the request accesses.
WordGrid grid_of(const BankSceneInput& input, Rect area, const Style& style)
{
    WordGrid grid;
    grid.area = area;
    grid.all_rows = (words_of(input) + input.banks - 1) / input.banks;
    // Whole pixels: cells of unequal sizes would look like a pattern.
    grid.pitch = std::max(1.0F, std::floor(area.width / static_cast<float>(input.banks)));
    const auto room = std::max<std::size_t>(1, rows_in(area.height, kMinRow * style.scale));
    grid.rows = std::min(grid.all_rows, room);
    if (grid.rows == 0)
        return grid;
    grid.height = std::floor(std::min(area.height / static_cast<float>(grid.rows), kTallestWordRow * style.scale));
    if (grid.all_rows > grid.rows && !input.words.empty()) {
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        for (const ServedWord& word : input.words)
            if (!input.wavefront || word.wavefront >= *input.wavefront)
                least = std::min(least, word.word / input.banks);
        // Scrolls by pages, so that the picture stays in place during most steps.
        const std::uint64_t page = std::bit_floor(std::max<std::uint64_t>(1, grid.rows / 2));
        if (least != std::numeric_limits<std::uint64_t>::max())
            grid.first = std::min<std::size_t>(least / page * page, grid.all_rows - grid.rows);
    }
    return grid;
}

Turn turn_of(const BankSceneInput& input, const ServedWord& word)
{
    if (!input.wavefront || word.wavefront < *input.wavefront)
        return Turn::served;
    return word.wavefront == *input.wavefront ? Turn::now : Turn::waiting;
}

Color color_of(const BankSceneInput& input, const ServedWord& word, const Style& style)
{
    if (!input.wavefront)
        return shape_color(style, word_color(word.wavefront, input.wavefronts, style));
    return turn_of(input, word) == Turn::now ? shape_color(style, style.orange) : shape_color(style, style.blue);
}

bool is_known(const BankSceneInput& input, std::uint64_t word)
{
    const auto& frame = *input.frame;
    const std::size_t first = word * input.bank_bytes / frame.element_bytes;
    const std::size_t end = std::max<std::size_t>(first + 1, (word + 1) * input.bank_bytes / frame.element_bytes);
    for (std::size_t i = first; i < std::min(end, frame.known.size()); ++i)
        if (frame.known[i])
            return true;
    return false;
}

void draw_memory(Canvas& canvas, const BankSceneInput& input, const WordGrid& grid)
{
    const Style& style = canvas.style();
    const std::size_t words = words_of(input);
    const Color known = mix(style.background, style.dim, is_dark(style.theme) ? 0.85F : 0.7F);
    const Color empty = mix(style.background, style.dim, 0.3F);
    const std::uint64_t begin = static_cast<std::uint64_t>(grid.first) * input.banks;
    const std::uint64_t end = std::min<std::uint64_t>(words, begin + std::uint64_t { input.banks } * grid.rows);
    for (std::uint64_t word = begin; word < end; ++word)
        canvas.fill(grid.cell(word, input.banks), is_known(input, word) ? known : empty);
    // Every second, fourth or eighth row if not all fit.
    const float pitch = 1.15F * style.smallest;
    const std::size_t every = std::bit_ceil(static_cast<std::size_t>(std::ceil(pitch / std::max(grid.height, 0.01F))));
    for (std::size_t row = (every - grid.first % every) % every; row < grid.rows; row += every) {
        const float middle = grid.area.y + grid.height * (static_cast<float>(row) + 0.5F);
        canvas.label({ grid.area.x - canvas.units(6.0F), middle }, std::to_string((grid.first + row) * input.banks),
            number_note(style, grid.area.x - canvas.units(6.0F), Align::right));
    }
}

void draw_served(Canvas& canvas, const BankSceneInput& input, const WordGrid& grid, const LaneRow& lanes)
{
    const Style& style = canvas.style();
    const float wire = std::max(1.0F, canvas.units(1.0F));
    for (const ServedWord& word : input.words) {
        if (!grid.shows(word.word / input.banks))
            continue;
        const Rect cell = grid.cell(word.word, input.banks);
        const Turn turn = turn_of(input, word);
        if (turn == Turn::waiting) {
            canvas.outline(cell, style.text);
            continue;
        }
        const Color color = color_of(input, word, style);
        canvas.fill(cell, color);
        if (turn == Turn::now)
            canvas.outline(cell.inset(-canvas.units(1.0F)), style.text);
        const std::string number = std::to_string(input.wavefront ? lowest_lane(word.lanes) : word.wavefront + 1);
        if (cell.height >= 1.05F * style.smallest && room_for(number, Face::mono, style.smallest) <= cell.width)
            canvas.label_in(cell, number, { Face::mono, style.smallest, ink_on(color, style), Align::center });
    }
    // Wires only for the current wavefront: the wires of 32 wavefronts at once are unreadable.
    for (const ServedWord& word : input.words) {
        const bool wired = input.wavefront ? turn_of(input, word) == Turn::now : input.wavefronts == 1;
        if (!wired || !grid.shows(word.word / input.banks))
            continue;
        const Rect cell = grid.cell(word.word, input.banks);
        const Color color = color_of(input, word, style).with_alpha(150);
        for_each_lane(word.lanes, [&](unsigned lane) {
            if (lane < lanes.count)
                canvas.line({ lanes.x(lane), lanes.rect.bottom() }, { cell.x + cell.width / 2, cell.y }, color, wire);
        });
    }
}

void draw_lanes(Canvas& canvas, const BankSceneInput& input, const LaneRow& row, float label)
{
    const Style& style = canvas.style();
    std::array<const ServedWord*, kMaxLanes> last {}; // a lane that requests several words finishes with its last word
    for (const ServedWord& word : input.words)
        for_each_lane(word.lanes, [&](unsigned lane) {
            if (last.at(lane) == nullptr || last.at(lane)->wavefront < word.wavefront)
                last.at(lane) = &word;
        });
    draw_lane_row(canvas, row, [&](unsigned lane) {
        const ServedWord* word = last.at(lane);
        if (word == nullptr || turn_of(input, *word) == Turn::waiting)
            return idle_color(style);
        return color_of(input, *word, style);
    });
    canvas.label(
        { row.rect.x - canvas.units(6.0F), row.rect.y + row.rect.height / 2 }, tr("lane"), note(style, label, Align::right));
}

// Words per bank; the highest count is the number of wavefronts.
void draw_histogram(Canvas& canvas, const BankSceneInput& input, const WordGrid& grid, Rect area)
{
    const Style& style = canvas.style();
    std::vector<std::uint32_t> asked(input.banks, 0);
    std::vector<std::uint32_t> given(input.banks, 0);
    std::set<std::pair<std::uint64_t, std::uint32_t>> counted; // two words that a bank serves together do not conflict
    for (const ServedWord& word : input.words) {
        if (!counted.emplace(word.word % input.banks, word.wavefront).second)
            continue;
        ++asked[word.word % input.banks];
        if (turn_of(input, word) != Turn::waiting)
            ++given[word.word % input.banks];
    }
    const std::uint32_t most = std::max(1U, *std::ranges::max_element(asked));
    const float unit = area.height / static_cast<float>(std::max(most, 8U));
    for (std::uint32_t bank = 0; bank < input.banks; ++bank) {
        if (asked[bank] == 0)
            continue;
        const float gap = std::clamp(0.15F * grid.pitch, 0.5F, canvas.units(3.0F));
        const float x = area.x + grid.pitch * static_cast<float>(bank) + gap / 2;
        const Color color = shape_color(style, asked[bank] > 1 ? style.vermilion : style.green);
        const float whole = unit * static_cast<float>(asked[bank]);
        const float done = unit * static_cast<float>(given[bank]);
        canvas.fill({ x, area.y, grid.pitch - gap, done }, color);
        if (given[bank] < asked[bank])
            canvas.outline({ x, area.y + done, grid.pitch - gap, whole - done }, color);
    }
    canvas.line(area.corner(), { area.right(), area.y }, style.border, canvas.units(1.0F));
}

// Marks a lane and the words of shared memory that it requests.
void draw_wrong(Canvas& canvas, const BankSceneInput& input, const WordGrid& grid, const LaneRow& lanes, Rect room)
{
    const auto& thread = input.wrong->thread;
    const std::string words = wrong_thread_words(*input.wrong);
    if (!thread || thread->warp != input.frame->warp || thread->lane >= lanes.count) {
        label_wrong(canvas, room, words);
        return;
    }
    for (const ServedWord& word : input.words)
        if ((word.lanes >> thread->lane & 1U) != 0 && grid.shows(word.word / input.banks))
            mark_wrong(canvas, grid.cell(word.word, input.banks));
    label_wrong(canvas, lanes.cell(thread->lane), room, words);
}

// From the longest text to the shortest.
std::vector<std::string> sentences_of(const BankSceneInput& input)
{
    if (input.lanes == 0)
        return { tr("This instruction does not access shared memory.") };
    const unsigned lanes = lane_count(input.lanes);
    std::vector<std::uint64_t> distinct;
    for (const ServedWord& word : input.words)
        distinct.push_back(word.word);
    std::ranges::sort(distinct);
    const auto words = static_cast<std::size_t>(std::unique(distinct.begin(), distinct.end()) - distinct.begin());
    const std::string count = counted(input.wavefronts, "wavefront");
    const std::string whole =
        trf("warp {} {} {} with {}: {}", input.frame->warp, input.verb, counted(words, "word"), counted(lanes, "lane"), count);
    if (!input.wavefront || *input.wavefront >= input.wavefronts)
        return { whole + ".", count };
    const std::string now = trf("wavefront {} of {}", *input.wavefront + 1, input.wavefronts);
    return { trf("{}. Now wavefront {}.", whole, *input.wavefront + 1),
        trf("warp {} {} {}: {}", input.frame->warp, input.verb, counted(words, "word"), now), now };
}

std::optional<CellGrid> cells_of(const BankSceneInput& input, const WordGrid& grid)
{
    const std::uint64_t elements = input.bank_bytes / input.frame->element_bytes; // of a word
    if (elements == 0)
        return std::nullopt;
    return CellGrid { {},
        { grid.area.x, grid.area.y, grid.pitch * static_cast<float>(input.banks), grid.height * static_cast<float>(grid.rows) },
        grid.rows, input.banks, grid.first * input.banks * elements, elements, input.banks * elements,
        input.frame->values.size() };
}

} // namespace

BankSceneInput bank_scene_input(const session::Snapshot& snapshot)
{
    BankSceneInput input;
    input.frame = snapshot.scene->array != nullptr ? snapshot.scene->array.get() : snapshot.playback->run.cells.get();
    input.wrong = snapshot.run->wrong_element ? &*snapshot.run->wrong_element : nullptr;
    input.banks = std::max(1U, snapshot.run->traits->shared_banks);
    input.bank_bytes = std::max(1U, snapshot.run->traits->bank_bytes);
    if (snapshot.run->recording == nullptr || !snapshot.playback->run.view.step)
        return input;
    const trace::Trace& trace = snapshot.run->recording->trace;
    input.warp_width = trace.warp_width;
    if (*snapshot.playback->run.view.step >= trace.steps.size())
        return input;
    const simt::Access* access = trace.access_of(trace.steps[*snapshot.playback->run.view.step]);
    if (access == nullptr || access->space != ptx::StateSpace::shared)
        return input;
    input.lanes = access->lanes;
    input.verb = access->kind == simt::AccessKind::load ? tr("reads") : tr("writes");
    const arch::SharedService service = arch::serve_shared(*snapshot.run->traits, analysis::shared_request_of(*access));
    input.wavefronts = service.wavefronts;
    std::uint32_t before = 0;
    for (const arch::BankPhase& phase : service.phases) {
        for (const arch::BankWord& word : phase.words)
            input.words.push_back({ word.word, word.lanes, before + word.wavefront });
        before += phase.wavefronts;
    }
    return input;
}

DrawList bank_scene_figure(const BankSceneInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    if (input.frame == nullptr || input.frame->values.empty()) {
        canvas.empty_words(size.area(), tr("no shared memory in the recorded run"));
        return canvas.finish();
    }
    float label = room_for("00000", Face::mono, style.smallest);
    for (const char* name : { tr("lane"), tr("bank"), tr("words") })
        label = std::max(label, room_for(name, Face::regular, style.smallest));
    label += canvas.units(6.0F);
    const float sentence = 1.7F * style.small;
    const float numbers = 1.5F * style.smallest;
    const float lanes = std::max(1.4F * style.smallest, canvas.units(18.0F));
    const float wires = std::clamp(0.09F * size.height, canvas.units(14.0F), canvas.units(60.0F));
    const float histogram = size.height >= canvas.units(300.0F) ? canvas.units(kHistogram) : 0.0F;
    const float head = lanes + wires + numbers;
    const float foot = sentence + (histogram > 0.0F ? histogram + canvas.units(10.0F) : 0.0F);
    const Rect area { label, head, size.width - label, size.height - head - foot };
    if (area.height < canvas.units(24.0F) || area.width < canvas.units(80.0F)) {
        canvas.empty_words(size.area(), tr("Enlarge the window or press Ctrl+−"));
        return canvas.finish();
    }
    const WordGrid grid = grid_of(input, area, style);
    if (auto cells = cells_of(input, grid))
        canvas.cells(*std::move(cells));
    const float below = area.y + grid.height * static_cast<float>(grid.rows);
    draw_memory(canvas, input, grid);
    for (std::uint32_t bank = 0; bank < input.banks; bank += 4)
        canvas.text({ area.x + grid.pitch * (static_cast<float>(bank) + 0.5F), area.y - 0.4F * style.smallest },
            std::to_string(bank), number_note(style, 3.5F * grid.pitch, Align::center));
    canvas.text({ area.x - canvas.units(6.0F), area.y - 0.4F * style.smallest }, tr("bank"),
        note(style, label - canvas.units(6.0F), Align::right));
    const LaneRow row { { area.x, 0.0F, grid.pitch * static_cast<float>(input.banks), lanes }, input.warp_width, input.lanes };
    draw_served(canvas, input, grid, row);
    draw_lanes(canvas, input, row, label - canvas.units(6.0F));
    if (histogram > 0.0F && !input.words.empty()) {
        const Rect bars { area.x, below + canvas.units(6.0F), area.width, histogram };
        draw_histogram(canvas, input, grid, bars);
        canvas.text({ area.x - canvas.units(6.0F), bars.y + 1.0F * style.smallest }, tr("words"),
            note(style, label - canvas.units(6.0F), Align::right));
    }
    if (input.wrong != nullptr) {
        const float top = lanes + canvas.units(4.0F); // the lane numbers stay visible
        draw_wrong(canvas, input, grid, row, { area.x, top, area.width, size.height - foot - top });
    }
    canvas.text({ area.x, size.height - 0.5F * style.small },
        fitting_words(sentences_of(input), Face::regular, style.small, area.width),
        { Face::regular, style.small, style.text, Align::left, area.width });
    return canvas.finish();
}

} // namespace warpstage::views
