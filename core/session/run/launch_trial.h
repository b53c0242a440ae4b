// Kernels that were not built with the program, of other lessons or edited, are tried in the background before they are launched
// on a GPU, for each variant and set of parameters: a fault there destroys the contexts of the process, with some drivers also
// those of other programs.
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
#include <vector>

namespace warpstage::session {

struct TriedKernels {
    std::shared_ptr<const lesson::Lesson> lesson;
    std::size_t variant = 0; // index
    problem::Settings settings;
    int gpu = 0; // index of the GPU that is to run them
    bool operator==(const TriedKernels&) const = default;
};

// What the trial knows. Both empty: no problems found.
struct Verdict {
    std::string fault; // a sentence: the kernels must not be launched
    std::string unchecked; // a sentence: the kernels could not be checked, so the user decides
    [[nodiscard]] bool passed() const { return fault.empty() && unchecked.empty(); }
    bool operator==(const Verdict&) const = default;
};

class LaunchTrial {
public:
    // Called on a separate thread.
    using Try = std::function<Verdict(const TriedKernels&, const std::stop_token&)>;

    // Empty: all kernels pass.
    explicit LaunchTrial(Try what = {});

    // Whether these kernels must pass a trial.
    [[nodiscard]] static bool is_due(const lesson::Lesson& lesson) { return lesson.origin.edited || !lesson.origin.shipped; }

    // These kernels have passed the trial.
    void has_passed(TriedKernels kernels);

    // The verdict on these kernels; nothing while the trial runs: ask again in the next frame.
    [[nodiscard]] std::optional<Verdict> verdict(const TriedKernels& kernels);
    // Without starting a trial.
    [[nodiscard]] bool passed(const TriedKernels& kernels) const;
    [[nodiscard]] bool running() const { return m_trying.pending(); }
    void wait() { m_trying.wait_until_idle(); }

private:
    struct Known {
        TriedKernels kernels;
        Verdict verdict;
    };
    [[nodiscard]] const Known* find(const TriedKernels& kernels) const;
    void remember(Known known);

    bool m_tries;
    std::vector<Known> m_known; // of one lesson
    std::optional<TriedKernels> m_running; // subject of m_trying
    Latest<TriedKernels, Verdict> m_trying;
};

} // namespace warpstage::session
