// The constants of the lecture's n-body problem; the lesson's kernels define the same ones.
#pragma once

namespace warpstage::problem {

inline constexpr double kPull = 10.0; // G m of each body
inline constexpr float kNearest = 0.01F; // no force at this distance and below

} // namespace warpstage::problem
