#include "app/views/waves/waves_figure.h"

#include "app/views/gallery/whole_launch.h"

#include <fmt/ranges.h>

namespace warpstage::views {

namespace {

using timing::OrderedWaves;
using timing::Wave;
using timing::Waves;

constexpr float kMaxGridShare = 0.36F; // of the width
constexpr std::size_t kMaxSideCells = 64; // of the grid, in each direction
constexpr double kSameRate = 0.005; // orders whose hit rates differ by less make no difference

// What a wave reads, in the order of its bar.
struct Source {
    const char* name;
    std::uint64_t Wave::*sectors;
    Color Palette::*color;
    bool hatched;
};
constexpr std::array kSources {
    Source { marked("L2: since an earlier wave"), &Wave::from_earlier_wave, &Palette::blue, true },
    Source { marked("L2: through the same wave"), &Wave::from_same_wave, &Palette::blue, false },
    Source { marked("DRAM"), &Wave::from_dram, &Palette::orange, false },
};

void draw_source(Canvas& canvas, Rect rect, const Source& source)
{
    if (rect.width <= 0.0F)
        return;
    const Color color = shape_color(canvas.style(), canvas.style().*source.color);
    if (!source.hatched) {
        canvas.fill(rect, color);
        return;
    }
    hatch(canvas, rect, color, canvas.units(6.0F));
    canvas.outline(rect, color);
}

std::string percent(double share)
{
    return numf("{:.0f} %", 100.0 * share);
}

std::string number(std::uint64_t value)
{
    return text::grouped(static_cast<std::int64_t>(value));
}

Wave total_of(std::span<const Wave> waves)
{
    Wave total;
    for (const Wave& wave : waves)
        total += wave;
    return total;
}

std::string order_sentence(const Waves& waves)
{
    if (waves.orders.size() < 2)
        return {};
    const double present = waves.orders.front().total.hit_rate();
    std::vector<std::string> others;
    bool differs = false;
    for (const OrderedWaves& other : std::span { waves.orders }.subspan(1)) {
        others.push_back(fmt::format("{} {}", tr(name_of(other.order)), percent(other.total.hit_rate())));
        differs = differs || std::abs(other.total.hit_rate() - present) > kSameRate;
    }
    if (!differs)
        return tr("Another order of the blocks (in columns, in groups of rows) changes nothing here.");
    return trf("In rows, as on the GPU, L2 delivers {}; if the kernel took its blocks {}.", percent(present),
        fmt::format("{}", fmt::join(others, ", ")));
}

std::string tail_sentence(const Waves& waves)
{
    const std::uint64_t last = waves.blocks_of_last();
    const std::string share = percent(static_cast<double>(last) / static_cast<double>(waves.at_once()));
    if (waves.count() == 1)
        return trf("All {} blocks run at the same time and take {} of the GPU's {} places.", number(last), share,
            number(waves.at_once()));
    return trf("The last of {} waves has {} of {} blocks: it fills {} of the GPU.", number(waves.count()), number(last),
        number(waves.at_once()), share);
}

class WavesPainter {
public:
    WavesPainter(Canvas& canvas, const WavesInput& input)
        : m_canvas(canvas)
        , m_style(canvas.style())
        , m_waves(*input.waves)
        , m_marked(static_cast<std::size_t>(input.block.value_or(0) / input.waves->at_once()))
    {
    }

    void paint(Rect area)
    {
        area.height -= draw_conclusions(area) + m_canvas.units(8.0F);
        area.height -= draw_key(area);
        const float grid = draw_grid(area);
        const float gap = grid > 0.0F ? grid + m_canvas.units(24.0F) : 0.0F;
        draw_bars({ area.x + gap, area.y, area.width - gap, area.height });
    }

private:
    // From the bottom of the area; returns the height.
    float draw_conclusions(Rect area)
    {
        const float pitch = 1.35F * m_style.body;
        const std::size_t room = rows_in(0.45F * area.height, pitch);
        std::vector<std::string> lines; // of whole sentences
        for (const std::string& sentence : conclusions_of(m_waves)) {
            const std::vector<std::string> wrapped = wrap_text(sentence, Face::regular, m_style.body, area.width, 2);
            if (lines.size() + wrapped.size() > room)
                break;
            lines.insert(lines.end(), wrapped.begin(), wrapped.end());
        }
        const float height = pitch * static_cast<float>(lines.size());
        draw_lines(m_canvas, { area.x, area.bottom() - height + pitch / 2 }, lines, pitch,
            { Face::regular, m_style.body, m_style.text, Align::left, area.width });
        return height;
    }

    float draw_key(Rect area)
    {
        const float pitch = 1.7F * m_style.smallest;
        const float mark = 1.6F * m_style.smallest;
        if (m_waves.waves.empty() || area.height < 5.0F * pitch)
            return 0.0F;
        RowWriter writer(m_canvas, { area.x, area.bottom() - pitch, area.width, pitch }, m_canvas.units(16.0F));
        for (const Source& source : kSources)
            writer.put(tr(source.name), note(m_style, 0.0F), mark, [&](Rect rect) {
                const float box = 0.8F * m_style.smallest;
                draw_source(m_canvas, { rect.x, rect.center().y - box / 2, mark - m_canvas.units(6.0F), box }, source);
            });
        return pitch + m_canvas.units(4.0F);
    }

    [[nodiscard]] std::uint64_t wave_of(std::uint64_t block) const { return block / m_waves.at_once(); }

    // The grid; a cell shows the first of its blocks. Returns the width; 0: no room.
    float draw_grid(Rect area)
    {
        const std::uint64_t blocks = m_waves.grid.count();
        // A grid of one row is wrapped like a text.
        const bool wrapped = m_waves.grid.y * m_waves.grid.z == 1;
        const std::uint64_t columns =
            wrapped ? static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(blocks)))) : m_waves.grid.x;
        const std::uint64_t rows = (blocks + columns - 1) / columns;
        const std::uint64_t across = (columns + kMaxSideCells - 1) / kMaxSideCells;
        const std::uint64_t down = (rows + kMaxSideCells - 1) / kMaxSideCells;
        const auto shown_columns = static_cast<float>((columns + across - 1) / across);
        const auto shown_rows = static_cast<float>((rows + down - 1) / down);
        const float head = 1.7F * m_style.small;
        const float cell =
            std::min({ kMaxGridShare * area.width / shown_columns, (area.height - head) / shown_rows, m_canvas.units(26.0F) });
        if (cell < m_canvas.units(2.0F))
            return 0.0F;
        const float width = std::max(cell * shown_columns, kMaxGridShare * area.width);
        m_canvas.text({ area.x, area.y + 1.1F * m_style.small },
            trf("Wave {} of {} in the grid", m_marked + 1, number(m_waves.count())),
            { Face::semibold, m_style.small, m_style.text, Align::left, width });
        const Rect place { area.x, area.y + head, cell * shown_columns, cell * shown_rows };
        m_canvas.tip(place,
            { tr("Waves"),
                tr("Blocks start in the order of the grid, and the next one starts where one has ended. If all take equally "
                   "long, they "
                   "run in waves."),
                trf("{} blocks on each of {} multiprocessors", m_waves.resident, m_waves.multiprocessors),
                tr("The number of registers, which may limit the blocks, is estimated."), "launch__waves_per_multiprocessor" });
        const float gap = cell >= m_canvas.units(5.0F) ? 1.0F : 0.0F;
        for (std::uint64_t row = 0; row < rows; row += down) {
            for (std::uint64_t column = 0; column < columns; column += across) {
                const std::uint64_t block = row * columns + column;
                if (block >= blocks)
                    break;
                const std::uint64_t wave = wave_of(block);
                const Rect box { place.x + cell * static_cast<float>(column / across),
                    place.y + cell * static_cast<float>(row / down), cell - gap, cell - gap };
                // Waves beside the marked one differ in brightness.
                const Color plain = wave % 2 == 0 ? track_color(m_style) : well_color(m_style);
                m_canvas.fill(box, wave == m_marked ? shape_color(m_style, m_style.green) : plain);
                on_click(m_canvas, box, session::SelectBlock { block, 0 });
            }
        }
        m_canvas.outline(place.inset(-1.0F), m_style.border);
        return width;
    }

    void draw_bars(Rect area)
    {
        if (m_waves.waves.empty())
            return;
        const float head = 1.7F * m_style.small;
        m_canvas.text({ area.x, area.y + 1.1F * m_style.small }, tr("Sectors that each wave reads"),
            { Face::semibold, m_style.small, m_style.text, Align::left, area.width });
        area = { area.x, area.y + head, area.width, area.height - head };
        const std::size_t fit = rows_in(area.height, m_style.small + m_canvas.units(8.0F));
        if (fit == 0)
            return;
        const std::size_t all = m_waves.waves.size();
        const std::size_t of_bar = (all + fit - 1) / fit;
        const std::size_t count = (all + of_bar - 1) / of_bar;
        std::vector<Wave> bars;
        std::uint64_t most = 1;
        for (std::size_t i = 0; i < all; i += of_bar) {
            bars.push_back(total_of(std::span { m_waves.waves }.subspan(i, std::min(of_bar, all - i))));
            most = std::max(most, bars.back().read());
        }
        float label = 0.0F;
        for (std::size_t i = 0; i < count; ++i)
            label = std::max(label, room_for(name_of(i, of_bar), Face::semibold, m_style.small));
        label += m_canvas.units(12.0F);
        const float value = room_for("100\u00a0% L2", Face::semibold, m_style.small) + m_canvas.units(8.0F);
        const float pitch = std::min(area.height / static_cast<float>(count), m_canvas.units(44.0F));
        Rect row { area.x, area.y, area.width, pitch };
        for (std::size_t i = 0; i < count; ++i, row.y += pitch)
            draw_bar(row, label, value, bars[i], most, { name_of(i, of_bar), m_marked / of_bar == i });
    }

    // "4", "1–4"
    [[nodiscard]] std::string name_of(std::size_t bar, std::size_t of_bar) const
    {
        const std::size_t first = bar * of_bar + 1;
        const std::size_t last = std::min(m_waves.waves.size(), (bar + 1) * of_bar);
        return first == last ? trf("wave {}", first) : trf("waves {}–{}", first, last);
    }

    struct BarName {
        std::string words;
        bool is_marked = false;
    };

    void draw_bar(Rect row, float label, float value, const Wave& wave, std::uint64_t most, const BarName& name)
    {
        const float height = std::min(0.62F * row.height, m_canvas.units(24.0F));
        const Rect bar { row.x + label, row.center().y - height / 2, std::max(0.0F, row.width - label - value), height };
        const Color ink = name.is_marked ? m_style.green : m_style.text;
        m_canvas.label({ row.x, row.center().y }, name.words,
            { name.is_marked ? Face::semibold : Face::regular, m_style.small, ink, Align::left, label });
        float x = bar.x;
        for (const Source& source : kSources) {
            const float width =
                bar.width * static_cast<float>(static_cast<double>(wave.*source.sectors) / static_cast<double>(most));
            draw_source(m_canvas, { x, bar.y, width, bar.height }, source);
            x += width;
        }
        m_canvas.label({ row.right(), row.center().y }, fmt::format("{} L2", percent(wave.hit_rate())),
            { Face::semibold, m_style.small, m_style.text, Align::right, value });
        m_canvas.tip(row,
            { name.words, tr("Sectors of 32 bytes that the blocks of the wave read from L2 and DRAM, after L1."),
                trf("{} in L2 since an earlier wave, {} through the same wave, {} from DRAM; {} written",
                    number(wave.from_earlier_wave), number(wave.from_same_wave), number(wave.from_dram), number(wave.written)),
                tr("Every block ran on the virtual machine. L1 and L2 are models: they are empty at the beginning, and the least "
                   "recently used lines are replaced."),
                "lts__t_sectors_op_read_lookup_hit" });
    }

    Canvas& m_canvas;
    const Style& m_style;
    const Waves& m_waves;
    std::size_t m_marked;
};

} // namespace

std::vector<std::string> conclusions_of(const Waves& waves)
{
    std::vector<std::string> sentences { tail_sentence(waves) };
    if (waves.orders.empty())
        return sentences;
    const Wave& total = waves.orders.front().total;
    if (waves.blocks_seen < waves.grid.count())
        sentences.push_back(trf("The requests of the first {} of {} blocks are counted; those of more cannot be kept.",
            number(waves.blocks_seen), number(waves.grid.count())));
    if (waves.l2_bytes == 0.0)
        sentences.push_back(tr("This GPU has no L2 cache for global memory: every sector comes from DRAM."));
    else if (total.read() != 0)
        sentences.push_back(trf("L2 delivers {} of the {} sectors that are read after L1; DRAM delivers {}.",
            percent(total.hit_rate()), number(total.read()), numf("{:.3g} MB", static_cast<double>(total.from_dram) * 32e-6)));
    if (auto sentence = order_sentence(waves); !sentence.empty() && waves.l2_bytes > 0.0)
        sentences.push_back(std::move(sentence));
    return sentences;
}

DrawList waves_figure(const WavesInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const Waves* const waves = input.waves;
    if (const std::string words = waiting_words(waves); !words.empty()) {
        draw_waiting(canvas, { 0, 0, size.width, size.height }, tr("Waves"), words);
        return canvas.finish();
    }
    canvas.heading(tr("Waves"), fmt::format("{} · {}", waves->kernel, waves->gpu),
        { { trnf("{} wave of at most {} blocks", "{} waves of at most {} blocks", waves->count(), waves->count(),
                number(waves->at_once())),
              trnf("{} wave", "{} waves", waves->count(), waves->count()) },
            style.text, false });
    WavesPainter { canvas, input }.paint({ 0, canvas.heading_height(), size.width, size.height - canvas.heading_height() });
    return canvas.finish();
}

Result<Exhibit> prepare_waves(const Subject& subject)
{
    if (subject.waves == nullptr)
        return Error { "The waves of the launch have not been computed yet." };
    CaptionInput caption;
    caption.kernel = subject.waves->kernel;
    caption.what = { subject.architecture };
    caption.what.insert(caption.what.end(), subject.settings.begin(), subject.settings.end());
    caption.source = trf("every block ran on the virtual machine; L1 and L2 of {} are models", subject.waves->gpu);
    return Exhibit { std::move(caption), [waves = subject.waves](Size size, const Style& style) {
                        return waves_figure({ waves.get(), std::nullopt }, size, style);
                    } };
}

DrawList waves_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const auto* const waves = model.counters->waves.get();
    const auto block = model.run->recording ? std::optional(model.run->recording->trace.block) : std::nullopt;
    return sheet_of_launch(scope, marked("Waves"), waves != nullptr, waves_figure, WavesInput { waves, block });
}

} // namespace warpstage::views
