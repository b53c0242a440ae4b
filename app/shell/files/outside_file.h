// A .cu or .ptx file of the user on the stage: compiled, its launches asked for and remembered, and shown as a lesson.
#pragma once

#include "app/views/start/launch_page.h"
#include "core/kernel_run/form/answers_file.h"
#include "core/kernel_run/form/compiled_file.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace warpstage::shell {

// Exactly one of them.
struct OpenedFile {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::optional<views::LaunchPage> page; // with questions, or with the error
};

class OutsideFiles {
public:
    enum class Ask : std::uint8_t { if_unknown, always };

    // `data`: the user's folder; lessons are made in its subfolder "opened".
    explicit OutsideFiles(std::filesystem::path data)
        : m_data(std::move(data))
    {
    }

    // A lesson's own kernels.cu opens that lesson. With `Ask::if_unknown`, remembered answers are used without asking.
    // A stop ends the compiler.
    [[nodiscard]] OpenedFile open(const std::filesystem::path& file, Ask ask, const std::stop_token& stop = {});
    // Checks the answers of a completed form, remembers them beside the file (in the user's folder if that is read-only) and
    // makes the lesson. If an answer is refused, the form is returned with the reason.
    [[nodiscard]] OpenedFile answer(views::LaunchPage page, const std::stop_token& stop = {});

    // Writes a complete lesson into a new folder, with the remembered or the proposed answers. Errors: those of compile_file(),
    // an answer that cannot be used, a file that cannot be written.
    [[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> write_lesson(
        const std::filesystem::path& file, const std::string& name, const std::filesystem::path& folder) const;

private:
    // The forms with the answers for this file.
    struct Remembered {
        std::vector<kernel_run::LaunchForm> forms;
        std::string shown; // kernel
        bool complete = false; // its form needs no further answer
        std::string error; // why the answers cannot be read
    };
    [[nodiscard]] Remembered remembered(const kernel_run::CompiledFile& compiled) const;
    [[nodiscard]] Result<std::optional<kernel_run::Answers>> known_answers(const std::filesystem::path& file) const;
    [[nodiscard]] Result<kernel_run::CompiledFile> compile(const std::filesystem::path& file, const std::stop_token& stop) const;
    [[nodiscard]] std::filesystem::path answers_in_data(const std::filesystem::path& file) const;
    [[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> make(const kernel_run::CompiledFile& compiled,
        const std::vector<kernel_run::LaunchForm>& forms, const std::string& shown) const;
    void remember(const kernel_run::Answers& answers, const std::filesystem::path& file) const;

    std::filesystem::path m_data;
    std::optional<kernel_run::CompiledFile> m_compiled; // the last one, for its form
};

// Writes the shown lesson, which was made from a file, into a new folder of `lessons` and returns it. Errors: those of
// lesson::save_own_lesson(); the lesson was not made from a file.
[[nodiscard]] Result<std::filesystem::path> turn_into_lesson(const lesson::Lesson& lesson, const std::filesystem::path& lessons);

// Whether the stage opens files with this extension.
[[nodiscard]] bool is_kernel_file(const std::filesystem::path& file);

} // namespace warpstage::shell
