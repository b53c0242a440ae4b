#include "core/problem/transfers/transfers.h"

#include "core/base/verify.h"
#include "core/problem/buffers/bytes.h"
#include "core/problem/seed_parameter.h"
#include "core/problem/variant_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::problem {

namespace {

constexpr BufferIndex kHostIn = 0;
constexpr BufferIndex kDeviceIn = 1;
constexpr BufferIndex kDeviceOut = 2;
constexpr BufferIndex kHostOut = 3;
constexpr std::uint32_t kThreadsABlock = 256;

std::array<SettingRule, 4> transfer_rules()
{
    return { { { "kernel", Presence::required, {} }, { "memory", Presence::required, { "pinned", "pageable" } },
        { "order", Presence::required, { "whole", "small", "depth", "breadth" } },
        { "streams", Presence::optional, { "one", "several" } } } };
}

struct Piece {
    std::size_t first = 0; // element
    std::size_t count = 0;
};

// As equal as possible; fewer if there are not enough elements.
std::vector<Piece> pieces_of(std::size_t n, std::size_t wanted)
{
    const std::size_t pieces = std::min(n, wanted);
    std::vector<Piece> cut;
    for (std::size_t i = 0; i < pieces; ++i)
        cut.push_back({ n * i / pieces, n * (i + 1) / pieces - n * i / pieces });
    return cut;
}

class StepMaker {
public:
    StepMaker(const Variant& variant, const Settings& settings)
        : m_kernel(kernel_of(variant, "kernel"))
        , m_order(setting(variant, "order"))
        , m_n(static_cast<std::size_t>(settings.integer("n")))
        , m_copies(static_cast<std::size_t>(settings.integer("copies")))
        , m_pieces(static_cast<std::size_t>(settings.integer("pieces")))
        , m_rounds(static_cast<std::int32_t>(settings.integer("rounds")))
    {
        if (setting(variant, "streams") == "several")
            m_streams = static_cast<std::uint32_t>(settings.integer("streams"));
    }

    std::vector<Work> run()
    {
        if (m_order == "whole" || m_order == "small") {
            const auto copies = pieces_of(m_n, m_order == "small" ? m_copies : 1);
            for (const auto& piece : copies)
                copy_in(piece, 0);
            launch({ 0, m_n }, 0);
            for (const auto& piece : copies)
                copy_out(piece, 0);
            return std::move(m_step);
        }
        const auto pieces = pieces_of(m_n, m_pieces);
        const auto each = [&](const auto& enqueue) {
            for (std::size_t i = 0; i < pieces.size(); ++i)
                enqueue(pieces[i], static_cast<std::uint32_t>(i % m_streams));
        };
        if (m_order == "depth") {
            each([this](const Piece& piece, std::uint32_t stream) {
                copy_in(piece, stream);
                launch(piece, stream);
                copy_out(piece, stream);
            });
        } else {
            each([this](const Piece& piece, std::uint32_t stream) { copy_in(piece, stream); });
            each([this](const Piece& piece, std::uint32_t stream) { launch(piece, stream); });
            each([this](const Piece& piece, std::uint32_t stream) { copy_out(piece, stream); });
        }
        return std::move(m_step);
    }

private:
    void copy_in(const Piece& piece, std::uint32_t stream) { copy("copy in", kHostIn, kDeviceIn, piece, stream); }
    void copy_out(const Piece& piece, std::uint32_t stream) { copy("copy out", kDeviceOut, kHostOut, piece, stream); }

    void copy(const char* label, BufferIndex from, BufferIndex to, const Piece& piece, std::uint32_t stream)
    {
        m_step.emplace_back(Transfer { .label = label,
            .from = from,
            .to = to,
            .offset = piece.first * sizeof(float),
            .bytes = piece.count * sizeof(float),
            .stream = stream });
    }

    void launch(const Piece& piece, std::uint32_t stream)
    {
        const auto blocks = static_cast<std::uint32_t>((piece.count + kThreadsABlock - 1) / kThreadsABlock);
        m_step.emplace_back(KernelLaunch { .kernel = m_kernel,
            .grid = { .x = blocks },
            .block = { .x = kThreadsABlock },
            .arguments = { BufferArgument { kDeviceIn }, BufferArgument { kDeviceOut }, static_cast<std::int32_t>(piece.first),
                static_cast<std::int32_t>(piece.count), m_rounds },
            .stream = stream });
    }

    std::string m_kernel;
    std::string_view m_order;
    std::size_t m_n;
    std::size_t m_copies;
    std::size_t m_pieces;
    std::int32_t m_rounds;
    std::uint32_t m_streams = 1;
    std::vector<Work> m_step;
};

} // namespace

const std::vector<Parameter>& Transfers::parameters() const
{
    static const std::vector<Parameter> parameters {
        { .id = "n",
            .label = "elements",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 268435456.0,
            .initial = "2^16",
            .choices = { "2^16", "2^20", "2^22", "2^24", "2^26" },
            .role = Parameter::Role::problem_size },
        { .id = "pieces",
            .label = "pieces",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 256,
            .initial = "8",
            .choices = { "2", "4", "8", "16", "64" } },
        { .id = "streams",
            .label = "streams",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 16,
            .initial = "4",
            .choices = { "1", "2", "4", "8" } },
        { .id = "copies",
            .label = "small copies",
            .kind = Parameter::Kind::integer,
            .minimum = 1,
            .maximum = 4096,
            .initial = "64",
            .choices = { "16", "64", "256", "1024" } },
        { .id = "rounds",
            .label = "rounds per element",
            .kind = Parameter::Kind::integer,
            .minimum = 0,
            .maximum = 1048576,
            .initial = "16",
            .choices = { "0", "16", "256", "2048", "8192" } },
        seed_parameter(),
    };
    return parameters;
}

Result<void> Transfers::accepts(const Variant& variant) const
{
    const auto all = transfer_rules();
    return check_settings(variant, all);
}

std::vector<std::string> Transfers::kernels(const Variant& variant) const
{
    return { kernel_of(variant, "kernel") };
}

Result<Plan> Transfers::plan(const Variant& variant, const Settings& settings) const
{
    if (auto accepted = accepts(variant); !accepted)
        return accepted.error();
    const auto n = static_cast<std::size_t>(settings.integer("n"));
    const std::size_t bytes = n * sizeof(float);
    const auto place = setting(variant, "memory") == "pinned" ? Place::pinned_host : Place::pageable_host;
    Plan plan;
    plan.buffers = { { .name = "host input",
                         .bytes = bytes,
                         .initial = m_inputs.get({ "random", { 1, n }, static_cast<std::uint64_t>(settings.integer("seed")) }),
                         .place = place },
        { .name = "input", .bytes = bytes }, { .name = "output", .bytes = bytes },
        { .name = "host output", .bytes = bytes, .place = place } };
    plan.step = StepMaker { variant, settings }.run();
    const auto first =
        std::ranges::find_if(plan.step, [](const Work& work) { return std::holds_alternative<KernelLaunch>(work); });
    plan.recorded_work = static_cast<std::size_t>(first - plan.step.begin());
    plan.scene = TransferScene {};
    plan.work_per_step = 2.0 * static_cast<double>(bytes);
    plan.work_unit = "B/s";
    plan.result = kHostOut;
    return plan;
}

CheckOutcome Transfers::check(
    const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const
{
    VERIFY(contents.size() == plan.buffers.size());
    const auto given = as_numbers<float>(std::span<const std::byte> { plan.buffers[kHostIn].initial });
    const auto came_back = as_numbers<float>(std::span<const std::byte> { contents[kHostOut] });
    const bool odd = settings.integer("rounds") % 2 != 0;
    std::size_t wrong = 0;
    std::size_t first_wrong = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (came_back[i] == (odd ? 1.0F - given[i] : given[i]))
            continue;
        if (wrong++ == 0)
            first_wrong = i;
    }
    CheckOutcome outcome;
    outcome.passed = wrong == 0;
    outcome.error = static_cast<double>(wrong);
    outcome.sentence = wrong == 0
        ? fmt::format("all {} elements are correct", given.size())
        : fmt::format("{} of {} elements are wrong; the first is element {}: {} instead of {}", wrong, given.size(), first_wrong,
            came_back[first_wrong], odd ? 1.0F - given[first_wrong] : given[first_wrong]);
    if (wrong != 0) {
        const float expected = odd ? 1.0F - given[first_wrong] : given[first_wrong];
        outcome.first =
            Difference { .buffer = plan.buffers[kHostOut].name, .index = first_wrong, .count = wrong, .compared = given.size() };
        set_numbers(*outcome.first, static_cast<double>(came_back[first_wrong]), static_cast<double>(expected));
    }
    return outcome;
}

std::unique_ptr<Problem> make_transfers()
{
    return std::make_unique<Transfers>();
}

} // namespace warpstage::problem
