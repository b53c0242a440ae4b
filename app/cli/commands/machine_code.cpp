// `warpstage machine-code`: shows the machine code of a variant's kernels and where it differs from PTX in branches, accesses,
// loops or divisions.
#include "core/analysis/machine_code/machine_code.h"

#include "app/cli/command.h"
#include "core/arch/architecture.h"

#include <set>

namespace warpstage::cli {

namespace {

struct MachineCodeOptions {
    std::string lesson;
    std::string variant;
    std::string architecture = "9.0"; // see arch::parse_architecture
    bool instructions = false;
    bool json = false;
};

nlohmann::json to_json(const std::string& kernel, const analysis::MachineCode& code)
{
    auto differences = nlohmann::json::array();
    for (const auto& difference : code.differences)
        differences.push_back({ { "line", difference.line }, { "change", sass::name_of(difference.change) },
            { "words", difference.words }, { "sentence", difference.sentence } });
    auto instructions = nlohmann::json::array();
    for (const auto& instruction : code.listing.instructions)
        instructions.push_back({ { "address", instruction.address }, { "line", instruction.line }, { "guard", instruction.guard },
            { "text", instruction.text } });
    return { { "kernel", kernel }, { "target", code.listing.target }, { "registers", code.listing.registers },
        { "differences", differences }, { "instructions", instructions } };
}

void print_text(const std::string& kernel, const analysis::MachineCode& code, bool instructions)
{
    fmt::print("{}, {}: {} machine instructions, {} registers per thread\n", kernel, code.listing.target,
        code.listing.instructions.size(), code.listing.registers);
    for (const auto& difference : code.differences)
        fmt::print("  {}\n", difference.sentence);
    if (code.differences.empty())
        fmt::print("  Branches and memory accesses are the same as in PTX.\n");
    if (!instructions)
        return;
    for (const auto& instruction : code.listing.instructions)
        fmt::print("  {:04x} {:>4}  {:>5} {}\n", instruction.address,
            instruction.line == 0 ? std::string { "-" } : std::to_string(instruction.line), instruction.guard, instruction.text);
}

int print_machine_code(const Common& common, const MachineCodeOptions& options)
{
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto plan = plan_of(*lesson, variant, settings_of(common, *lesson));
    const auto toolkit = sass::find_toolkit();
    std::set<std::string> printed; // a variant may launch a kernel more than once
    auto json = nlohmann::json::array();
    for (const auto& work : plan->step) {
        const auto* launch = std::get_if<problem::KernelLaunch>(&work);
        if (launch == nullptr || !printed.insert(launch->kernel).second)
            continue;
        const auto code = or_refuse(analysis::assemble({ lesson, launch->kernel, architecture.traits->capability }, toolkit));
        if (options.json)
            json.push_back(to_json(launch->kernel, code));
        else
            print_text(launch->kernel, code, options.instructions);
    }
    if (printed.empty())
        refuse(fmt::format("Variant `{}` of lesson `{}` runs on the host and has no kernel.", variant.id, lesson->id));
    if (options.json)
        print_json(json);
    return kSuccess;
}

} // namespace

void add_machine_code(CommandLine& line)
{
    auto& app = line.add("machine-code",
        "Show where the machine code (SASS) of a variant's kernels differs from PTX: predicated branches, combined accesses, "
        "unrolled loops, divisions. Requires ptxas and nvdisasm from the CUDA Toolkit");
    auto& options = line.options_of(app, print_machine_code);
    add_variant(app, options.lesson, options.variant);
    add_architecture(app, options.architecture);
    app.add_flag("--instructions", options.instructions, "List every instruction: address, source line, predicate, text");
    add_json(app, options.json);
}

} // namespace warpstage::cli
