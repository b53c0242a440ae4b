#include "app/shell/files/outside_file.h"

#include "app/views/view.h"
#include "core/base/words.h"
#include "core/kernel_run/form/form_lesson.h"
#include "core/kernel_run/kernel_source.h"
#include "core/lesson/outside_lesson.h"
#include "core/lesson/own_lesson.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace warpstage::shell {

namespace {

namespace fs = std::filesystem;
using kernel_run::LaunchForm;

std::string hint_of(std::size_t field, const kernel_run::LaunchField& of)
{
    if (field == 0)
        return tr(
            "Number of blocks: one to three expressions of the arguments and of `block` or `block_x`, `block_y`, `block_z`.");
    if (field == 1)
        return tr("Threads per block: one to three numbers, for example 256 or 16,16.");
    if (field == 2)
        return tr("Bytes of dynamic shared memory per block, for example 4*block.");
    if (of.type.pointer)
        return tr(
            "TYPE[COUNT]=CONTENTS. Contents: zero, ones, iota, value:V, list:V,V, random:SEED[:LOW:HIGH], each:EXPRESSION of i, "
            "file:PATH.");
    return tr("A number, or an expression of the arguments above.");
}

std::string label_of(std::size_t field, const kernel_run::LaunchField& of)
{
    static constexpr std::array<const char*, kernel_run::kLaunchFields> kLabels { words::marked("Grid"), words::marked("Block"),
        words::marked("Shared memory") };
    return field < kLabels.size() ? std::string { tr(kLabels.at(field)) } : of.name;
}

std::string declared_of(std::size_t field, const kernel_run::LaunchField& of)
{
    static constexpr std::array<const char*, kernel_run::kLaunchFields> kUnits { words::marked("blocks"),
        words::marked("threads"), words::marked("bytes") };
    return field < kUnits.size() ? std::string { tr(kUnits.at(field)) } : of.declared;
}

views::LaunchPage page_of(const fs::path& file, const std::vector<LaunchForm>& forms, const std::string& shown)
{
    views::LaunchPage page;
    page.file = file;
    for (const LaunchForm& form : forms) {
        if (form.kernel == shown)
            page.kernel = page.kernels.size();
        views::LaunchKernel kernel { form.kernel, form.impossible, {} };
        for (std::size_t i = 0; i < form.fields.size() && form.impossible.empty(); ++i) {
            const auto& field = form.fields[i];
            views::LaunchField row { label_of(i, field), declared_of(i, field), hint_of(i, field), {} };
            row.line.text = field.value;
            row.line.refusal = field.refusal;
            row.line.characters = views::Characters::all;
            kernel.fields.push_back(std::move(row));
        }
        page.kernels.push_back(std::move(kernel));
    }
    return page;
}

OpenedFile refused(const fs::path& file, std::string sentence)
{
    OpenedFile opened;
    opened.page.emplace();
    opened.page->file = file;
    opened.page->error = std::move(sentence);
    return opened;
}

// The file may have changed since the form was shown: kernels and parameters that are still there keep their values.
void take_values(std::vector<LaunchForm>& forms, const views::LaunchPage& page)
{
    for (LaunchForm& form : forms) {
        const auto kernel = std::ranges::find(page.kernels, form.kernel, &views::LaunchKernel::name);
        if (kernel == page.kernels.end())
            continue;
        for (std::size_t i = 0; i < form.fields.size(); ++i) {
            const std::string label = label_of(i, form.fields[i]);
            const auto field = std::ranges::find(kernel->fields, label, &views::LaunchField::label);
            if (field != kernel->fields.end())
                form.fields[i].value = field->line.text;
        }
    }
}

// The first kernel that a form can launch.
std::string first_possible(const std::vector<LaunchForm>& forms)
{
    const auto possible = std::ranges::find_if(forms, [](const LaunchForm& form) { return form.impossible.empty(); });
    return possible == forms.end() ? std::string {} : possible->kernel;
}

// Whether the file still has the compiled text.
bool is_current(const kernel_run::CompiledFile& compiled)
{
    const auto text = kernel_run::read_text(compiled.file, kernel_run::kMaxPtxBytes);
    return text && (*text == compiled.ptx || *text == compiled.source);
}

struct LessonPlace {
    std::string id;
    fs::path folder;
    bool linked = false; // kernels.cu is the file itself
};

// Other kernels whose proposed values are not possible are left out.
Result<std::shared_ptr<const lesson::Lesson>> make_lesson(
    const kernel_run::CompiledFile& compiled, std::vector<LaunchForm> forms, const std::string& shown, const LessonPlace& place)
{
    const fs::path folder = compiled.file.parent_path();
    std::erase_if(forms, [&](LaunchForm& form) {
        return !form.impossible.empty() || (form.kernel != shown && !kernel_run::check_form(form, folder));
    });
    const auto made = [&](const std::vector<LaunchForm>& used) {
        const lesson::OutsideTexts texts { compiled.file,
            kernel_run::lesson_text(used, { place.id, compiled.file.filename().string(), shown }, folder), compiled.ptx,
            compiled.include_folders(), place.linked ? std::string {} : compiled.source };
        return lesson::make_outside_lesson(texts, place.folder, views::cue_figures());
    };
    auto lesson = made(forms);
    if (lesson || forms.size() == 1)
        return lesson;
    std::erase_if(forms, [&](const LaunchForm& form) { return form.kernel != shown; });
    return made(forms);
}

} // namespace

bool is_kernel_file(const fs::path& file)
{
    return file.extension() == ".cu" || file.extension() == ".ptx";
}

fs::path OutsideFiles::answers_in_data(const fs::path& file) const
{
    return m_data / "answers" / (lesson::outside_id(file) + ".toml");
}

void OutsideFiles::remember(const kernel_run::Answers& answers, const fs::path& file) const
{
    if (kernel_run::write_answers(answers, kernel_run::answers_beside(file)))
        return;
    const fs::path other = answers_in_data(file);
    std::error_code ignored;
    fs::create_directories(other.parent_path(), ignored);
    static_cast<void>(kernel_run::write_answers(answers, other)); // else the form opens again the next time
}

Result<std::shared_ptr<const lesson::Lesson>> OutsideFiles::make(
    const kernel_run::CompiledFile& compiled, const std::vector<LaunchForm>& forms, const std::string& shown) const
{
    const std::string id = lesson::outside_id(compiled.file);
    const bool linked = compiled.file.extension() == ".cu";
    return make_lesson(compiled, forms, shown, { id, m_data / "opened" / id, linked });
}

Result<std::optional<kernel_run::Answers>> OutsideFiles::known_answers(const fs::path& file) const
{
    auto answers = kernel_run::read_answers(kernel_run::answers_beside(file));
    return answers && !*answers ? kernel_run::read_answers(answers_in_data(file)) : answers;
}

Result<kernel_run::CompiledFile> OutsideFiles::compile(const fs::path& file, const std::stop_token& stop) const
{
    const auto answers = known_answers(file); // an error is shown in the form
    return kernel_run::compile_file(file, answers && *answers ? (*answers)->include : std::vector<std::string> {}, stop);
}

OutsideFiles::Remembered OutsideFiles::remembered(const kernel_run::CompiledFile& compiled) const
{
    const fs::path& file = compiled.file;
    Remembered found { compiled.forms, first_possible(compiled.forms), false, {} };
    const auto answers = known_answers(file);
    if (!answers)
        found.error = answers.error().message;
    if (!answers || !*answers)
        return found;
    const bool complete = kernel_run::apply_answers(found.forms, **answers);
    const auto named = std::ranges::find(found.forms, (*answers)->shown, &LaunchForm::kernel);
    if (named == found.forms.end() || !named->impossible.empty())
        return found;
    found.shown = named->kernel;
    found.complete = kernel_run::check_form(*named, file.parent_path()) && complete;
    return found;
}

OpenedFile OutsideFiles::open(const fs::path& file, Ask ask, const std::stop_token& stop)
{
    std::error_code ignored;
    const fs::path whole = fs::absolute(file, ignored);
    if (whole.filename() == "kernels.cu" && fs::exists(whole.parent_path() / "lesson.toml", ignored)) {
        auto lesson = lesson::load_lesson(whole.parent_path(), views::cue_figures());
        if (!lesson)
            return refused(whole, lesson.error().message);
        return { std::make_shared<const lesson::Lesson>(*std::move(lesson)), {} };
    }
    auto compiled = compile(whole, stop);
    if (!compiled)
        return refused(whole, compiled.error().message);
    m_compiled = *std::move(compiled);
    Remembered known = remembered(*m_compiled);
    if (known.complete && ask == Ask::if_unknown) {
        auto lesson = make(*m_compiled, known.forms, known.shown);
        if (lesson)
            return { *std::move(lesson), {} };
        known.error = lesson.error().message;
    }
    OpenedFile opened;
    opened.page = page_of(whole, known.forms, known.shown);
    opened.page->error = std::move(known.error);
    return opened;
}

Result<std::shared_ptr<const lesson::Lesson>> OutsideFiles::write_lesson(
    const fs::path& file, const std::string& name, const fs::path& folder) const
{
    std::error_code ignored;
    const auto compiled = compile(fs::absolute(file, ignored), {});
    if (!compiled)
        return compiled.error();
    Remembered known = remembered(*compiled);
    if (!known.error.empty())
        return Error { known.error };
    const auto shown = std::ranges::find(known.forms, known.shown, &LaunchForm::kernel);
    if (!kernel_run::check_form(*shown, compiled->file.parent_path()))
        for (const auto& field : shown->fields)
            if (!field.refusal.empty())
                return Error { fmt::format("Kernel {}, `{}`: {}", shown->kernel, field.name, field.refusal) };
    return make_lesson(*compiled, known.forms, known.shown, { name, folder, false });
}

OpenedFile OutsideFiles::answer(views::LaunchPage page, const std::stop_token& stop)
{
    if (!m_compiled || m_compiled->file != page.file || !is_current(*m_compiled)) {
        auto compiled = compile(page.file, stop);
        if (!compiled)
            return refused(page.file, compiled.error().message);
        m_compiled = *std::move(compiled);
    }
    auto forms = m_compiled->forms;
    take_values(forms, page);
    const auto chosen = std::ranges::find(forms, page.kernels.at(page.kernel).name, &LaunchForm::kernel);
    if (chosen == forms.end())
        return open(page.file, Ask::always, stop);
    LaunchForm& form = *chosen;
    OpenedFile opened;
    if (kernel_run::check_form(form, page.file.parent_path())) {
        auto lesson = make(*m_compiled, forms, form.kernel);
        if (lesson) {
            auto answers = kernel_run::answers_of(forms, form.kernel);
            answers.include = m_compiled->include;
            remember(answers, page.file);
            return { *std::move(lesson), {} };
        }
        page.error = lesson.error().message;
    } else {
        page.error.clear();
    }
    opened.page = page_of(page.file, forms, form.kernel);
    opened.page->error = page.error;
    return opened;
}

Result<fs::path> turn_into_lesson(const lesson::Lesson& lesson, const fs::path& lessons)
{
    if (!is_kernel_file(lesson.origin.outside))
        return Error { tr("This lesson was not made from a file of yours.") };
    const std::string stem = kernel_run::id_of(lesson.origin.outside.stem().string());
    std::string name = stem;
    std::error_code ignored;
    for (int number = 2; fs::exists(lessons / name, ignored); ++number)
        name = fmt::format("{}-{}", stem, number);
    return lesson::save_own_lesson(lesson, lesson.source, name, lessons);
}

} // namespace warpstage::shell
