// The presenter's window (Qt 6 Widgets) in the same process as the stage. While it is open, Qt's event loop runs and draws a
// frame of the stage whenever it is idle. This header includes no header of Qt.
#pragma once

#include "app/console/edited_source.h"
#include "app/console/stage_window.h"
#include "app/views/sheets/keys.h"
#include "core/base/result.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpstage::console {

struct ConsoleOptions {
    std::shared_ptr<const lesson::Catalog> catalog;
    std::filesystem::path fonts; // folder of the installed fonts; it need not exist
    std::filesystem::path data; // warpstage's folder in the user's data: lessons/, autosave/
    std::string program; // "warpstage 0.1.0", for files and for Help
    std::vector<std::string> arguments; // arguments for starting the program again to write a report, such as --assets
    std::filesystem::path opened; // the session file that is already shown; empty: none
    SourceEditor* editor = nullptr; // null: edits are not compiled, and the source view reports this
    std::span<const views::KeyWords> keys; // of the stage, for Help
    // Opens a file that is no session, such as a capture, on the stage, which reports errors; empty: only sessions can be opened.
    std::function<void(std::filesystem::path file)> open_file {};
};

enum class Ended : std::uint8_t {
    console_closed, // the stage continues without the console
    program_left, // the stage was closed, or the user quit in the console
};

class Console {
public:
    // An error where a console cannot be opened: no display, or a build without it (WARPSTAGE_CONSOLE=OFF).
    [[nodiscard]] static Result<void> possible();
    // Errors: as possible(). `session` and `stage` must outlive the console.
    [[nodiscard]] static Result<std::unique_ptr<Console>> open(
        const ConsoleOptions& options, session::Session& session, StageWindow& stage);
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;
    ~Console();

    // Shows the window and runs until it or the stage is closed. May be called again after console_closed.
    [[nodiscard]] Ended run();

private:
    struct Parts;
    explicit Console(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> m_parts;
};

} // namespace warpstage::console
