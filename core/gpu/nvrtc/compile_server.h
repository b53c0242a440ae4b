// The compiler's process: forks for each compilation, so that one can be ended, limited and confined without the others, while
// the library remains loaded.
#pragma once

namespace warpstage::gpu {

// Each message on `requests`, a socket of sequenced packets, carries the descriptor of one end of a stream socket: the request is
// read from it up to its end, the compilation is written to it. A compilation ends when the other end is closed. Returns the
// exit status of the process when `requests` is closed.
[[nodiscard]] int serve_compilations(int requests);

} // namespace warpstage::gpu
