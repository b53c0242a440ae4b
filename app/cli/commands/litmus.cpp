// `warpstage litmus`: lists the final states of a small parallel program that the PTX memory model permits.
#include "app/cli/command.h"
#include "app/cli/figure/figure.h"
#include "app/draw/words.h"
#include "app/export/export.h"
#include "app/figures/page.h"
#include "app/views/litmus/execution_figure.h"
#include "core/base/whole_file.h"
#include "core/memory_model/litmus_parser.h"

namespace warpstage::cli {

namespace {

using memory_model::Event;
using memory_model::Exploration;
using memory_model::LitmusTest;
using memory_model::Model;
using memory_model::Outcome;
using memory_model::Quantifier;

struct LitmusOptions {
    std::filesystem::path file;
    Model model = Model::ptx_7_5;
    std::size_t iterations = 3;
    std::optional<std::size_t> state; // to draw, numbered from 1
    std::filesystem::path output;
    draw::Theme theme = draw::Theme::light;
    bool json = false;
};

constexpr std::size_t kMaxIterations = 16;
constexpr draw::Size kPage { 960, 560 }; // points

std::string_view name_of(Model model)
{
    return model == Model::ptx_6_0 ? "6.0" : "7.5";
}

// The state to draw: a chosen one, else the first that satisfies the condition, else the first.
const Outcome* shown_outcome(const Exploration& found, const std::optional<std::size_t>& state)
{
    if (found.outcomes.empty())
        return nullptr;
    if (state) {
        if (*state == 0 || *state > found.outcomes.size())
            refuse(fmt::format("`--state` must be 1 to {}, the number of a final state, not {}.", found.outcomes.size(), *state));
        return &found.outcomes[*state - 1];
    }
    const auto satisfying = std::ranges::find(found.outcomes, true, &Outcome::satisfies);
    return satisfying == found.outcomes.end() ? &found.outcomes.front() : &*satisfying;
}

std::string verdict(const LitmusTest& test, const Exploration& found)
{
    const bool holds = found.condition_holds(test.quantifier);
    const auto satisfying = static_cast<std::size_t>(std::ranges::count(found.outcomes, true, &Outcome::satisfies));
    const auto count = fmt::format(
        "{} of {} final states {} the condition", satisfying, found.outcomes.size(), satisfying == 1 ? "satisfies" : "satisfy");
    return fmt::format("`{}` {}: {}.", test.condition_text, holds ? "holds" : "does not hold", count);
}

std::vector<std::string> remarks(const LitmusOptions& options, const Exploration& found)
{
    std::vector<std::string> result;
    if (found.loops_cut)
        result.push_back(fmt::format("Executions with more than {} of a loop were left out. `--iterations` changes the limit.",
            draw::counted(options.iterations, "iteration")));
    if (found.hangs)
        result.emplace_back("In some executions a thread waits at a barrier forever. They were left out.");
    return result;
}

void print_execution(const LitmusTest& test, const memory_model::Execution& execution)
{
    constexpr std::size_t kTextColumn = 40;
    std::size_t thread = memory_model::kNoThread;
    for (std::size_t i = 0; i < execution.events.size(); ++i) {
        const Event& event = execution.events[i];
        if (event.thread == memory_model::kNoThread
            || (event.type == Event::Type::write && execution.read_modify_write.reversed().after(i) != 0))
            continue;
        const auto name = event.thread == thread ? std::string {} : fmt::format("P{}", event.thread);
        thread = event.thread;
        std::string line = fmt::format("  {:<4}{}", name, test.threads[event.thread].text[event.instruction]);
        if (event.type == Event::Type::read)
            memory_model::for_each_event(execution.reads_from.reversed().after(i), [&](std::size_t write) {
                const Event& source = execution.events[write];
                line = fmt::format("{:<{}}= {}, {}", line, kTextColumn, event.value,
                    source.thread == memory_model::kNoThread
                        ? std::string { "the initial value" }
                        : fmt::format("from P{} `{}`", source.thread, test.threads[source.thread].text[source.instruction]));
            });
        fmt::print("{}\n", line);
    }
}

void print_text(const LitmusOptions& options, const LitmusTest& test, const Exploration& found, const Outcome* shown)
{
    fmt::print("{}{}{}\n", test.name, test.description.empty() ? "" : ": ", test.description);
    fmt::print("Final states that the memory model of PTX ISA {} permits:\n", name_of(options.model));
    for (std::size_t i = 0; i < found.outcomes.size(); ++i)
        fmt::print("  {:>3}  {}{}\n", i + 1, views::final_state_words(test, found.observed, found.outcomes[i].state),
            found.outcomes[i].satisfies ? "  (satisfies the condition)" : "");
    if (found.outcomes.empty())
        fmt::print("  none\n");
    fmt::print("{}\n", verdict(test, found));
    for (const auto& remark : remarks(options, found))
        fmt::print("{}\n", remark);
    if (shown != nullptr) {
        fmt::print("An execution that ends with {}:\n", views::final_state_words(test, found.observed, shown->state));
        print_execution(test, shown->execution);
    }
}

nlohmann::json json_of(const LitmusOptions& options, const LitmusTest& test, const Exploration& found)
{
    nlohmann::json states = nlohmann::json::array();
    for (const Outcome& outcome : found.outcomes) {
        nlohmann::json values = nlohmann::json::object();
        for (const auto& [thread, reg] : found.observed.registers)
            values[fmt::format("P{}:{}", thread, test.threads[thread].registers[reg])] = outcome.state.registers[thread][reg];
        for (const std::size_t location : found.observed.locations)
            values[test.locations[location].name] = outcome.state.locations[location];
        states.push_back({ { "values", values }, { "satisfies", outcome.satisfies } });
    }
    return { { "name", test.name }, { "model", name_of(options.model) }, { "condition", test.condition_text },
        { "holds", found.condition_holds(test.quantifier) }, { "states", states }, { "loops_cut", found.loops_cut },
        { "hangs", found.hangs } };
}

int explore_litmus(const Common& /*common*/, const LitmusOptions& options)
{
    if (!options.output.empty())
        or_refuse(exporter::format_of(options.output));
    const auto text = read_whole_file(options.file, kMaxTextBytes);
    if (!text)
        refuse(fmt::format("Could not read {}: {}.", options.file.string(), text.error().message));
    const auto parsed = memory_model::parse_litmus(*text);
    if (!parsed)
        refuse(fmt::format("{}: {}", options.file.string(), parsed.error().message));
    const LitmusTest& test = *parsed;
    const auto found = or_refuse(memory_model::explore(test, { .model = options.model, .max_iterations = options.iterations }));
    const Outcome* const shown = shown_outcome(found, options.state);
    if (options.json)
        print_json(json_of(options, test, found));
    else
        print_text(options, test, found, shown);
    if (!options.output.empty()) {
        if (shown == nullptr)
            refuse(fmt::format("`{}` has no execution to draw.", test.name));
        or_refuse(figures::save_figure(views::execution_exhibit({ test, *shown, found.observed }, options.model), test.name,
            options.output, { kPage, options.theme }));
    }
    return found.condition_holds(test.quantifier) ? kSuccess : kDiffers;
}

} // namespace

void add_litmus(CommandLine& line)
{
    auto& app = line.add("litmus", "List the final states of a small parallel program that the PTX memory model permits");
    auto& options = line.options_of(
        app, explore_litmus, [](const LitmusOptions&) {},
        [](const LitmusOptions& it) { return it.output.empty() ? Desktop::unused : desktop_of(it.output); });
    app.add_option("FILE", options.file, "Litmus test: initial values, one column of PTX instructions per thread, a condition")
        ->required();
    add_choice(app, "--model", options.model, { { "7.5", Model::ptx_7_5 }, { "6.0", Model::ptx_6_0 } },
        "Version of the PTX ISA whose memory model is used: 7.5, with proxies, or 6.0")
        ->default_str("7.5");
    app.add_option(
           "--iterations", options.iterations, fmt::format("Iterations of each loop, 0 to {} (default: 3)", kMaxIterations))
        ->check(CLI::Range(std::size_t { 0 }, kMaxIterations));
    app.add_option("-o,--output", options.output, "Write a picture of one execution, .png, .svg or .pdf");
    app.add_option("--state", options.state,
        "Show an execution with the final state of this number (default: the first that satisfies the condition)");
    add_choice(app, "--theme", options.theme, { { "light", draw::Theme::light }, { "dark", draw::Theme::dark } },
        "Color theme: light or dark")
        ->default_str("light");
    add_json(app, options.json);
}

} // namespace warpstage::cli
