// Descriptors that are passed to another process over a socket.
#pragma once

#include <optional>

namespace warpstage {

// Returns false if the other process has ended.
[[nodiscard]] bool send_descriptor(int socket, int descriptor);

// Waits for the next one, which is closed on exec. Nothing: the other end was closed.
[[nodiscard]] std::optional<int> receive_descriptor(int socket);

} // namespace warpstage
