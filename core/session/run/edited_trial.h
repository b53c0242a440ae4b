// Edited kernels are tried with one variant and one set of parameters. Before they are launched on a GPU with another variant or
// size, they are tried again in the background.
#pragma once

#include "core/base/latest.h"
#include "core/lesson/lesson.h"
#include "core/problem/parameter.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace warpstage::session {

struct EditedKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::size_t variant = 0; // index
    problem::Settings settings;
    bool operator==(const EditedKernels&) const = default;
};

class EditedTrial {
public:
    // Returns the fault as a sentence; empty: no problems found. Called on a separate thread.
    using Try = std::function<std::string(const EditedKernels&, const std::stop_token&)>;

    // Empty: all kernels pass.
    explicit EditedTrial(Try what = {});

    // These kernels have passed the trial.
    void has_passed(EditedKernels kernels);

    // The verdict on these kernels; nothing while the trial runs: ask again in the next frame.
    [[nodiscard]] std::optional<std::string> verdict(const EditedKernels& kernels);
    [[nodiscard]] bool running() const { return m_trying.pending(); }
    void wait() { m_trying.wait_until_idle(); }

private:
    bool m_tries;
    EditedKernels m_kernels; // subject of m_verdict or m_trying
    std::optional<std::string> m_verdict;
    Latest<EditedKernels, std::string> m_trying;
};

} // namespace warpstage::session
