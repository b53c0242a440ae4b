#include "core/kernel_run/form/answers_file.h"

#include "core/base/whole_file.h"
#include "core/kernel_run/form/toml_string.h"
#include "core/kernel_run/kernel_source.h"
#include "core/lesson/files/toml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpstage::kernel_run {

namespace {

constexpr std::uint64_t kMaxAnswersBytes = std::uint64_t { 1 } << 20;

std::string text_in(const toml::table& table, std::string_view key, std::string_view otherwise = {})
{
    return table[key].value_or(std::string { otherwise });
}

std::vector<std::string> texts_in(const toml::table& table, std::string_view key)
{
    std::vector<std::string> texts;
    if (const auto* const list = table[key].as_array())
        for (const auto& element : *list)
            texts.push_back(element.value_or(std::string {}));
    return texts;
}

} // namespace

std::filesystem::path answers_beside(const std::filesystem::path& file)
{
    std::filesystem::path path = file;
    path += ".warpstage.toml";
    return path;
}

Result<std::optional<Answers>> read_answers(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return std::optional<Answers> {};
    const auto text = read_text(path, kMaxAnswersBytes);
    if (!text)
        return text.error();
    const toml::parse_result parsed = lesson::parse_toml(*text, path.string());
    if (!parsed)
        return Error { fmt::format("{}:{}: {}. Correct or delete this file.", path.filename().string(),
            parsed.error().source().begin.line, parsed.error().description()) };
    Answers answers;
    answers.shown = text_in(parsed.table(), "kernel");
    answers.include = texts_in(parsed.table(), "include");
    if (const auto* const launches = parsed.table()["launch"].as_array())
        for (const auto& launch : *launches)
            if (const auto* const table = launch.as_table())
                answers.kernels.push_back({ text_in(*table, "kernel"), text_in(*table, "grid", "1"),
                    text_in(*table, "block", "1"), text_in(*table, "shared", "0"), texts_in(*table, "arguments") });
    return std::optional(std::move(answers));
}

Result<void> write_answers(const Answers& answers, const std::filesystem::path& path)
{
    std::string text = fmt::format(
        "# How warpstage launches these kernels. Delete this file to be asked again.\nkernel = {}\n", toml_string(answers.shown));
    if (!answers.include.empty())
        text += "include = [";
    for (const std::string& folder : answers.include)
        text += (&folder == answers.include.data() ? "" : ", ") + toml_string(folder);
    text += answers.include.empty() ? "" : "]\n";
    for (const KernelAnswers& kernel : answers.kernels) {
        text += fmt::format("\n[[launch]]\nkernel = {}\ngrid = {}\nblock = {}\nshared = {}\narguments = [",
            toml_string(kernel.kernel), toml_string(kernel.grid), toml_string(kernel.block), toml_string(kernel.shared));
        for (const std::string& argument : kernel.arguments)
            text += fmt::format("\n    {},", toml_string(argument));
        text += kernel.arguments.empty() ? "]\n" : "\n]\n";
    }
    return write_whole_file(path, text);
}

bool apply_answers(std::vector<LaunchForm>& forms, const Answers& answers)
{
    bool complete = false;
    for (LaunchForm& form : forms) {
        const auto found = std::ranges::find(answers.kernels, form.kernel, &KernelAnswers::kernel);
        if (found == answers.kernels.end())
            continue;
        form.fields[0].value = found->grid;
        form.fields[1].value = found->block;
        form.fields[2].value = found->shared;
        std::size_t answered = 0;
        for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i) {
            LaunchField& field = form.fields[i];
            const auto argument = std::ranges::find_if(
                found->arguments, [&](const std::string& written) { return written.starts_with(field.name + ":"); });
            if (argument == found->arguments.end())
                continue;
            field.value = shown_value(*argument, field);
            ++answered;
        }
        const std::size_t parameters = form.fields.size() - kLaunchFields;
        if (form.kernel == answers.shown)
            complete = answered == parameters && found->arguments.size() == parameters;
    }
    return complete;
}

Answers answers_of(const std::vector<LaunchForm>& forms, const std::string& shown)
{
    Answers answers { shown, {} };
    for (const LaunchForm& form : forms) {
        if (!form.impossible.empty())
            continue;
        KernelAnswers kernel { form.kernel, form.grid().value, form.block().value, form.shared().value, {} };
        for (std::size_t i = kLaunchFields; i < form.fields.size(); ++i)
            kernel.arguments.push_back(argument_of(form.fields[i]));
        answers.kernels.push_back(std::move(kernel));
    }
    return answers;
}

} // namespace warpstage::kernel_run
