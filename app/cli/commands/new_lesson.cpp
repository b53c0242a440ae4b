// `warpstage new-lesson`: creates a working lesson as a starting point for a new one.
#include "app/cli/command.h"
#include "app/shell/files/outside_file.h"
#include "core/kernel_run/kernel_source.h"

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct NewLessonOptions {
    std::string name;
    fs::path folder = "."; // parent of the lesson's folder
    fs::path from; // file with the kernels; empty: the template
};

constexpr std::array kFiles { "lesson.toml", "kernels.cu", "notes.md", "kernels.ptx" };
constexpr std::string_view kName = "NAME";
constexpr std::uint64_t kMaxSkeletonBytes = std::uint64_t { 1 } << 20;

bool is_id(const std::string& name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

std::string with_name(std::string text, const std::string& name)
{
    for (auto at = text.find(kName); at != std::string::npos; at = text.find(kName, at + name.size()))
        text.replace(at, kName.size(), name);
    return text;
}

void write_lesson(const fs::path& skeleton, const fs::path& folder, const std::string& name)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        refuse(fmt::format("Cannot create the folder `{}`: {}.", folder.string(), error.message()));
    for (const auto* const file : kFiles) {
        const auto text = or_refuse(kernel_run::read_text(skeleton / file, kMaxSkeletonBytes));
        const std::string_view ending { file };
        const bool is_ours = ending.ends_with(".toml") || ending.ends_with(".md");
        write_file(folder / file, is_ours ? with_name(text, name) : text);
    }
}

int new_lesson(const Common& common, const NewLessonOptions& command)
{
    if (!is_id(command.name))
        refuse(fmt::format(
            "Invalid lesson name `{}`. Use lower-case letters, digits, - and _, for example my-lesson.", command.name));
    const auto assets = or_refuse(find_assets(common));
    const auto folder = command.folder / command.name;
    std::error_code ignored;
    if (fs::exists(folder, ignored))
        refuse(fmt::format("`{}` already exists. Choose another name.", folder.string()));
    if (command.from.empty())
        write_lesson(assets.root / "skeleton", folder, command.name);
    else if (shell::is_kernel_file(command.from))
        static_cast<void>(or_refuse(shell::OutsideFiles { assets.data }.write_lesson(command.from, command.name, folder)));
    else
        refuse(fmt::format("`--from` requires a .cu or .ptx file, not `{}`.", command.from.string()));
    fmt::print("{0}: lesson.toml, kernels.cu, notes.md, kernels.ptx\n"
               "show    warpstage --lessons {1} --lesson {2}\ncheck   warpstage check {2} --lessons {1}\nlint    warpstage "
               "lint-lesson {0}\ncompile nvcc -ptx -arch=compute_75 -lineinfo -o kernels.ptx kernels.cu\n",
        folder.string(), command.folder.string(), command.name);
    return kSuccess;
}

} // namespace

void add_new_lesson(CommandLine& line)
{
    auto& app = line.add("new-lesson", "Create a lesson from a working template or from a file with kernels");
    auto& options = line.options_of(app, new_lesson);
    app.add_option("NAME", options.name, "Id of the lesson and name of its folder: lower-case letters, digits, - and _")
        ->required();
    app.add_option("--from", options.from,
        "File with kernels (.cu or .ptx) that becomes the lesson, launched as on the stage: with the answers of its form, else "
        "with the proposed ones");
    app.add_option("--in", options.folder, "Parent folder")->capture_default_str();
}

} // namespace warpstage::cli
