// Where the text of the source view goes, and what comes back: the way from a key press to a new kernel, seen from the editor.
#pragma once

#include "core/session/snapshot.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::console {

// A text counts as changed when no key was pressed for so long.
inline constexpr std::chrono::milliseconds kSettleTime { 30 };

struct EditedSource {
    std::string lesson; // id
    std::string text; // of kernels.cu, whole
};

struct SourceMessage {
    std::uint32_t line = 0; // of the text that was sent; 0: of none
    session::Severity severity = session::Severity::information;
    std::string text; // one sentence, or what the compiler says
};

// How far the newest text has come.
struct SourceState {
    std::string lesson;
    std::string headline; // one sentence: "Compiling …", "Runs on the virtual machine …"
    session::Severity severity = session::Severity::information;
    std::vector<SourceMessage> messages;
    bool trying = false; // the text is compiled and tested now
};

class SourceEditor {
public:
    SourceEditor() = default;
    SourceEditor(const SourceEditor&) = delete;
    SourceEditor& operator=(const SourceEditor&) = delete;
    virtual ~SourceEditor() = default;

    // The text was changed. Called shortly after a key press, on the main thread; must not wait. The text of the lesson as it was
    // shipped means: back to that.
    virtual void source_edited(EditedSource edited) = 0;
    // Another object for each news; null: nothing to say. Asked for some times a second, on the main thread.
    [[nodiscard]] virtual std::shared_ptr<const SourceState> source_state() const = 0;
};

} // namespace warpstage::console
