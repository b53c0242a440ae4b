#include "core/simt/rounding/shadow_run.h"

#include "core/base/verify.h"
#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"
#include "core/simt/rounding/shadow_run_parts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace warpstage::simt {

namespace {

std::vector<LineRounding> lines_of(std::span<const Program* const> programs)
{
    std::set<std::uint32_t> numbers;
    for (const Program* program : programs)
        for (const TracedInstruction& traced : traced_code(program->body()))
            if (traced.effect == TracedEffect::compute || traced.effect == TracedEffect::atomic_add
                || traced.effect == TracedEffect::multiply_matrices)
                numbers.insert(traced.line);
    std::vector<LineRounding> lines;
    for (const std::uint32_t number : numbers)
        if (lines.size() < kMaxRoundingLines)
            lines.push_back({ number });
    if (numbers.size() > kMaxRoundingLines)
        lines.back().line = 0;
    return lines;
}

bool is_rounded(FloatFunction function)
{
    return function != FloatFunction::negate && function != FloatFunction::absolute && function != FloatFunction::minimum
        && function != FloatFunction::maximum;
}

double relative_error(double actual, double exact)
{
    return actual == exact ? 0.0 : std::abs(actual - exact) / std::abs(exact);
}

// By which factor the sum's relative error exceeds those of its terms; 0: it is not from them.
double amplification_of(FloatFunction function, const std::array<TracedOperand, 3>& operands, const ExactResult& result)
{
    const auto& [a, b, c] = operands;
    double before = 0.0;
    if (function == FloatFunction::add || function == FloatFunction::subtract)
        before = std::max(relative_error(a.actual, a.exact), relative_error(b.actual, b.exact));
    else if (function == FloatFunction::fused)
        before = std::max(relative_error(a.actual * b.actual, a.exact * b.exact), relative_error(c.actual, c.exact));
    const double inherited = std::abs(result.of_actual - result.exact);
    if (before == 0.0 || !std::isfinite(before) || !(inherited > std::abs(result.drift)))
        return 0.0;
    constexpr double kMost = 0x1p53;
    return std::min(kMost, inherited / std::max(std::abs(result.exact), std::numeric_limits<double>::min()) / before);
}

bool is_absorbed(FloatFunction function, const std::array<TracedOperand, 3>& operands, double sum)
{
    const auto& [a, b, c] = operands;
    if (function == FloatFunction::add)
        return (sum == a.actual && b.actual != 0.0) || (sum == b.actual && a.actual != 0.0);
    if (function == FloatFunction::subtract)
        return (sum == a.actual && b.actual != 0.0) || (sum == -b.actual && a.actual != 0.0);
    return function == FloatFunction::fused && sum == c.actual && a.actual * b.actual != 0.0;
}

double integer_at(const std::byte* place, ptx::Type type)
{
    std::uint64_t bits = 0;
    const std::uint32_t bytes = ptx::size_of(type);
    std::memcpy(&bits, place, bytes);
    if (!ptx::is_signed(type))
        return static_cast<double>(bits);
    const unsigned unused = 64 - 8 * bytes;
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

} // namespace

ShadowRun::ShadowRun(std::span<const Program* const> programs, std::size_t most_bytes)
    : m_lines(lines_of(programs))
    , m_values(m_lines.size(), most_bytes)
    , m_kept(kMaxLanes)
    , m_new(kMaxLanes)
    , m_matrices(std::make_unique<Matrices>())
{
    for (const Program* program : programs) {
        Code code { program, traced_code(program->body()), {} };
        for (const TracedInstruction& traced : code.instructions) {
            const auto known = std::ranges::find(m_lines, traced.line, &LineRounding::line);
            const auto index = known == m_lines.end() ? std::max<std::size_t>(m_lines.size(), 1) - 1
                                                      : static_cast<std::size_t>(known - m_lines.begin());
            code.origins.push_back(static_cast<std::uint32_t>(index));
        }
        m_codes.push_back(std::move(code));
    }
}

ShadowRun::~ShadowRun() = default;

void ShadowRun::begin(const Program& program)
{
    const auto known = std::ranges::find(m_codes, &program, &Code::program);
    VERIFY(known != m_codes.end());
    m_code = &*known;
    m_body = &program.body();
}

TracedOperand ShadowRun::operand_at(const std::byte* place, FloatFormat format) const
{
    const double actual = float_value(bits_at(place, format), format);
    TracedOperand operand { actual, actual, 0.0, nullptr };
    const std::uint32_t bytes = bytes_of(format);
    const ShadowValues::Entry* known = m_values.find(place);
    // A bf16 above 16 zeros is the same number in single precision.
    if (known == nullptr && format == FloatFormat::f32 && (bits_at(place, format) & 0xffffU) == 0)
        known = m_values.find(place + 2);
    else if (known != nullptr && bytes_of(known->value.format) != bytes)
        known = nullptr;
    if (known != nullptr && known->value.actual() == actual) {
        operand.exact = known->value.exact;
        operand.drift = known->value.drift;
        operand.origins = known->origins;
    }
    return operand;
}

void ShadowRun::before(const Step& step, WarpState& state, const Operation& operation)
{
    const TracedInstruction& traced = m_code->instructions[step.pc];
    switch (traced.effect) {
    case TracedEffect::compute:
        read_operands(traced, state);
        break;
    case TracedEffect::shuffle:
        read_shuffle(traced, state, operation);
        break;
    case TracedEffect::load:
    case TracedEffect::store:
        find_places(state, operation);
        break;
    case TracedEffect::atomic_add:
    case TracedEffect::exchange:
    case TracedEffect::compare_exchange:
        find_places(state, operation);
        read_atomic(traced, state, operation);
        break;
    case TracedEffect::multiply_matrices:
        read_matrices(state, form_of<MatrixForm>(operation));
        break;
    case TracedEffect::none:
        if (!traced.unfollowed.empty())
            m_unfollowed.insert(traced.unfollowed);
        break;
    case TracedEffect::copy:
    case TracedEffect::pack:
    case TracedEffect::unpack:
    case TracedEffect::select:
        break;
    }
}

void ShadowRun::after(const Step& step, WarpState& state, const Operation& operation)
{
    const TracedInstruction& traced = m_code->instructions[step.pc];
    const std::uint32_t origin = m_code->origins[step.pc];
    switch (traced.effect) {
    case TracedEffect::compute:
        return write_results(traced, origin, state);
    case TracedEffect::copy:
        for_each_lane(state.active, [&](unsigned lane) {
            const std::size_t at = std::size_t { lane } * std::max(traced.bytes, 2U);
            m_values.copy(state.registers + operation.a + at, state.registers + operation.d + at, traced.bytes);
        });
        return;
    case TracedEffect::pack:
    case TracedEffect::unpack:
        return write_parts(traced, state, operation);
    case TracedEffect::select:
        return write_selected(traced, state, operation);
    case TracedEffect::shuffle:
        return write_shuffled(traced, state, operation);
    case TracedEffect::load:
    case TracedEffect::store:
        return write_access(state, operation, traced.effect);
    case TracedEffect::atomic_add:
        return write_sums(traced, origin, state);
    case TracedEffect::exchange:
    case TracedEffect::compare_exchange:
        return write_exchanged(traced, state, operation);
    case TracedEffect::multiply_matrices:
        return write_matrix(form_of<MatrixForm>(operation), origin, state);
    case TracedEffect::none:
        return;
    }
}

void ShadowRun::read_operands(const TracedInstruction& traced, const WarpState& state)
{
    const FloatOperation& operation = traced.operation;
    for (unsigned part = 0; part < operation.parts; ++part)
        for_each_lane(state.active, [&](unsigned lane) {
            auto& operands = m_operands[part][lane];
            operands = {};
            for (std::size_t i = 0; i < operation.sources; ++i) {
                // cvt of two values: the first operand becomes the upper half.
                const FloatOperand& source = operation.operands[operation.swaps ? 1 - part : i];
                const std::byte* const place = source.place(state, lane, part);
                if (operation.function == FloatFunction::from_integer) {
                    const double value = integer_at(place, operation.integer);
                    operands[i] = { value, value, 0.0, nullptr };
                } else {
                    operands[i] = operand_at(place, operation.source_format);
                    if (source.negated) // origins and weights remain those of the value in the register
                        operands[i] = { -operands[i].actual, -operands[i].exact, -operands[i].drift, operands[i].origins };
                }
            }
        });
}

void ShadowRun::note_rounding(const TracedInstruction& traced, LineRounding& line, const std::array<TracedOperand, 3>& operands,
    const ExactResult& result, double actual)
{
    const FloatFunction function = traced.operation.function;
    if (!is_rounded(function))
        return;
    if (std::isinf(actual) && std::isfinite(result.of_actual))
        ++line.overflows;
    if (const double amplification = amplification_of(function, operands, result); amplification > kCancellation) {
        ++line.cancellations;
        line.amplification = std::max(line.amplification, amplification);
    }
    if (traced.operation.format == FloatFormat::f64 || actual == result.of_actual)
        return;
    const double ulp = std::abs(actual - result.of_actual) / ulp_of(result.of_actual, traced.operation.format);
    if (!std::isfinite(ulp))
        return;
    ++line.rounded;
    line.sum_ulp += ulp;
    line.largest_ulp = std::max(line.largest_ulp, ulp);
    if (is_absorbed(function, operands, actual))
        ++line.absorbed;
}

ShadowValue ShadowRun::rounded_value(
    const TracedInstruction& traced, std::uint32_t origin, const std::array<TracedOperand, 3>& operands, std::uint64_t bits)
{
    ShadowValue value;
    value.bits = bits;
    value.format = traced.operation.format;
    const double actual = value.actual();
    std::fill_n(m_origins.begin(), m_lines.size(), 0.0);
    if (traced.rounds_to_whole || traced.operation.function == FloatFunction::whole) {
        value.exact = actual;
        return value;
    }
    const ExactResult result = exact_result(traced.operation, operands);
    note_rounding(traced, m_lines[origin], operands, result, actual);
    value.exact = result.exact;
    value.drift = result.drift;
    for (std::size_t i = 0; i < traced.operation.sources; ++i) {
        if (operands[i].origins == nullptr || result.weights[i] == 0.0)
            continue;
        for (std::size_t j = 0; j < m_lines.size(); ++j)
            m_origins[j] += result.weights[i] * operands[i].origins[j];
    }
    if (const double own = actual - result.of_actual; value.format != FloatFormat::f64 && std::isfinite(own))
        m_origins[origin] += own;
    return value;
}

void ShadowRun::write_results(const TracedInstruction& traced, std::uint32_t origin, const WarpState& state)
{
    const FloatOperation& operation = traced.operation;
    for (unsigned part = 0; part < operation.parts; ++part)
        for_each_lane(state.active, [&](unsigned lane) {
            const std::byte* const place = operation.d.place(state, lane, part);
            const ShadowValue value = rounded_value(traced, origin, m_operands[part][lane], bits_at(place, operation.format));
            m_values.put(place, value, origins_of(m_origins));
        });
}

void ShadowRun::find_places(WarpState& state, const Operation& operation)
{
    const MemoryForm& form = m_body->memory_forms[operation.site];
    m_places.fill(nullptr);
    for_each_lane(state.active, [&](unsigned lane) {
        std::uint64_t address = static_cast<std::uint64_t>(operation.displacement);
        if (form.address_bytes == sizeof(std::uint32_t))
            address = static_cast<std::uint32_t>(address + lane_value<std::uint32_t>(state, operation.a, lane));
        else
            address += lane_value<std::uint64_t>(state, operation.a, lane);
        m_places[lane] = form.space == ptx::StateSpace::generic
            ? find_place(state, operation.site, lane, address, form.bytes())
            : find_place(state, operation.site, lane, SpaceAddress { form.space, address }, form.bytes());
    });
}

void ShadowRun::write_access(const WarpState& state, const Operation& operation, TracedEffect effect)
{
    const MemoryForm& form = m_body->memory_forms[operation.site];
    const std::array<std::uint32_t, 4> rows { operation.d, operation.b, operation.c, operation.e };
    for_each_lane(state.active, [&](unsigned lane) {
        if (m_places[lane] == nullptr)
            return;
        for (std::size_t element = 0; element < form.elements; ++element) {
            const std::byte* const in_memory = m_places[lane] + element * form.element_bytes;
            const std::byte* const in_register = state.registers + rows[element] + std::size_t { lane } * form.lane_bytes;
            if (effect == TracedEffect::load)
                m_values.copy(in_memory, in_register, form.element_bytes);
            else
                m_values.copy(in_register, in_memory, form.element_bytes);
        }
    });
}

} // namespace warpstage::simt
