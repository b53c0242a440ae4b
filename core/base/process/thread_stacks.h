// The stacks of threads, which otherwise depend on `ulimit -s`.
#pragma once

namespace warpstage {

// To be called before the first thread starts. Every thread that starts later has a stack of kStackBytes
// (core/base/text_limits.h), that of oneTBB and of other libraries, too. The limit for the calling thread's stack is raised to it
// if the system permits that.
void use_known_stacks();

} // namespace warpstage
