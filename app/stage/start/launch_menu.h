// Files that the user opens, and the form for launching their kernels: keys, typed text and clicks. Others read the files, and
// check and use the answers.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/overlay_view.h"
#include "app/views/start/launch_page.h"

namespace warpstage::stage {

// What the user asks for about the shown file, by a command of the stage.
enum class FileRequest : std::uint8_t { form, lesson };

class LaunchMenu {
public:
    explicit LaunchMenu(StageState& state)
        : m_state(state)
    {
    }

    // Replaces the shown form, for example by one with the reasons why values were refused; chooses the row to correct.
    void show(views::LaunchPage page);
    void close();
    [[nodiscard]] bool is_open() const
    {
        const auto& page = m_state.overlay.window().start;
        return page != nullptr && page->launch != nullptr;
    }

    // Whether it asks; false while a file is compiled, and for an error.
    [[nodiscard]] bool asks() const { return is_open() && m_page.asks(); }

    // Returns whether the form used the key.
    [[nodiscard]] bool press(const KeyPress& press);
    void type(char32_t character);
    // A click: `row` as in views::LaunchPage, or kRunRow. A click on the row of the kernel selects the next kernel.
    void choose(std::size_t row);

    // Files dropped onto the window or chosen on the start page.
    void open(std::vector<std::filesystem::path> files)
    {
        m_files.insert(m_files.end(), std::make_move_iterator(files.begin()), std::make_move_iterator(files.end()));
    }
    [[nodiscard]] std::vector<std::filesystem::path> take_files() { return std::exchange(m_files, {}); }
    // The form with its answers, once after the user has completed it.
    [[nodiscard]] std::optional<views::LaunchPage> take_answered() { return std::exchange(m_answered, std::nullopt); }
    void ask(FileRequest request) { m_requests.push_back(request); }
    [[nodiscard]] std::vector<FileRequest> take_requests() { return std::exchange(m_requests, {}); }

private:
    void show();
    void step_kernel(int kernels);
    void step_row(int rows);
    void run();
    // Whether the key edits the chosen field.
    [[nodiscard]] bool edit(Key key);
    [[nodiscard]] views::EditorLine* line();

    StageState& m_state;
    views::LaunchPage m_page;
    std::optional<views::LaunchPage> m_answered;
    std::vector<FileRequest> m_requests;
    std::vector<std::filesystem::path> m_files;
};

} // namespace warpstage::stage
