// Executes commands in order, up to the first that must wait for its input.
#pragma once

#include "core/session/command.h"

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace warpstage::session {

class CommandQueue {
public:
    using Time = std::chrono::steady_clock::time_point;

    void push(Command command) { m_commands.push_back(std::move(command)); }
    [[nodiscard]] bool empty() const { return m_commands.empty(); }

    // Executes the commands that are ready. Returns whether the next one has waited so long that the user should be informed.
    bool execute_ready(
        Time now, const std::function<bool(const Command&)>& is_ready, const std::function<void(const Command&)>& execute)
    {
        std::size_t executed = 0;
        for (; executed < m_commands.size() && is_ready(m_commands[executed]); ++executed) {
            m_waiting_since.reset();
            execute(m_commands[executed]);
        }
        m_commands.erase(m_commands.begin(), m_commands.begin() + static_cast<std::ptrdiff_t>(executed));
        if (m_commands.empty())
            return false;
        if (!m_waiting_since)
            m_waiting_since = now;
        return now - *m_waiting_since >= kWorthTelling;
    }

private:
    // A message for a shorter wait would disappear before it is read.
    static constexpr std::chrono::milliseconds kWorthTelling { 700 };

    std::vector<Command> m_commands;
    std::optional<Time> m_waiting_since; // of the first command
};

} // namespace warpstage::session
