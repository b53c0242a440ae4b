// Bodies in the plane that attract each other: a_i = G m · Σ (r_k − r_i) / |r_k − r_i|³, no force within distance 0.01; then
// r += v τ + a τ² / 2 with the acceleration at the old position, and v += a τ.
//
// Settings of a variant:
//   kind        host: the processor, with the setting `cores` = all on all its cores
//               kernels: the two kernels below
//               packed: first pack(const float* x, const float* y, float2* positions, int n); accelerate takes positions
//                 instead of x, y
//               slices: accelerate<bodies> computes `bodies` bodies per thread and writes a line of n sums for each row of its
//                 grid; advance adds the lines; it takes the number of lines before tau, and blocks of 32 x 8 threads
//               space: the same with z, vz and az after y, vy and ay, and a softened force
//   accelerate  takes (const float* x, const float* y, float* ax, float* ay, int n), a block of 256 threads, n a multiple of it
//   advance     takes (float* x, float* y, float* vx, float* vy, const float* ax, const float* ay, float tau, int n)
//   pack        see packed
//   precision   double: forces in double precision, as the accelerate kernel computes them; default: single
//   build       the build of kernels.cu that contains the kernels: see lesson::Lesson; default: the plain one
//
// Check: close encounters amplify rounding errors. Started with the lecture's disk, 10240 bodies and τ = 0.001, two
// double-precision runs whose initial states differ by half a single-precision rounding are 1 % of the radius apart after ten
// time steps (median), so a single-precision result cannot be compared at the end. Therefore check_plan() records the state
// after every time step, and each step is compared with one double-precision step from the same state: positions relative to
// the scene's radius, velocities relative to the largest speed. A plan without this record, of bodies in the plane, is compared
// only at the end, which is valid for calm scenes. Small checks in the plane also report the drift of energy and momentum; the
// integration itself does not conserve the energy exactly.
#pragma once

#include "core/problem/buffers/last_input.h"
#include "core/problem/nbody/nbody_start.h"
#include "core/problem/problem.h"

#include <tuple>

namespace warpstage::problem {

class Nbody final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "nbody"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override;
    [[nodiscard]] std::map<std::string, std::string, std::less<>> suited_to(
        const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] Result<Plan> check_plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] std::uint32_t check_steps() const override { return 10; }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;
    void keep_inputs(KeptInputs kept) const override { m_starts.keep(kept); }

private:
    mutable LastInput<std::tuple<std::string, std::size_t, std::uint64_t>, NbodyStart> m_starts; // by scene, bodies and seed
};

} // namespace warpstage::problem
