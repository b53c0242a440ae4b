// A shadow run: instructions that move values, and atomic operations.
#include "core/simt/lane_value.h"
#include "core/simt/rounding/shadow_run_parts.h"

#include <algorithm>
#include <cstring>

namespace warpstage::simt {

void ShadowRun::keep(const std::byte* place, std::size_t bytes, Kept& kept) const
{
    kept.count = 0;
    for (std::uint32_t offset = 0; offset < bytes && kept.count < kept.values.size(); offset += 2) {
        const ShadowValues::Entry* const known = m_values.find(place + offset);
        if (known == nullptr)
            continue;
        Kept::Value& value = kept.values[kept.count++];
        value.offset = offset;
        value.value = known->value;
        std::copy_n(known->origins, m_lines.size(), value.origins.begin());
    }
}

void ShadowRun::restore(const Kept& kept, const std::byte* place, std::size_t bytes)
{
    m_values.erase(place, bytes);
    for (std::size_t i = 0; i < kept.count; ++i)
        m_values.put(place + kept.values[i].offset, kept.values[i].value, origins_of(kept.values[i].origins));
}

void ShadowRun::write_parts(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    const std::array<std::uint32_t, 4> rows { operation.d, operation.b, operation.c, operation.e };
    for_each_lane(state.active, [&](unsigned lane) {
        const std::byte* const whole = state.registers + operation.a + std::size_t { lane } * traced.bytes * traced.elements;
        for (std::size_t element = 0; element < traced.elements; ++element) {
            const std::byte* const part = state.registers + rows[element] + std::size_t { lane } * traced.row_bytes;
            const std::byte* const inside = whole + element * traced.bytes;
            if (traced.effect == TracedEffect::pack)
                m_values.copy(part, inside, traced.bytes);
            else
                m_values.copy(inside, part, traced.bytes);
        }
    });
}

void ShadowRun::write_selected(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    const LaneMask predicate =
        lane_value<LaneMask>(state, operation.c, 0) ^ (operation.predicate_negated ? ~LaneMask { 0 } : LaneMask { 0 });
    for_each_lane(state.active, [&](unsigned lane) {
        const std::size_t at = std::size_t { lane } * std::max(traced.bytes, 2U);
        const std::uint32_t row = (predicate >> lane & 1U) != 0 ? operation.a : operation.b;
        m_values.copy(state.registers + row + at, state.registers + operation.d + at, traced.bytes);
    });
}

// As the operator does: a lane whose source is outside its segment, or not active, keeps its own value.
void ShadowRun::read_shuffle(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        const auto amount = static_cast<int>(lane_value<std::uint32_t>(state, operation.b, lane) & 31U);
        const auto clamp = lane_value<std::uint32_t>(state, operation.c, lane);
        const auto segment = static_cast<int>(clamp >> 8U & 31U);
        const auto here = static_cast<int>(lane);
        const int lowest = here & segment;
        const int limit = lowest | (static_cast<int>(clamp & 31U) & ~segment);
        int from = lowest | (amount & ~segment);
        if (traced.source == ShuffleSource::up)
            from = here - amount;
        else if (traced.source == ShuffleSource::down)
            from = here + amount;
        else if (traced.source == ShuffleSource::butterfly)
            from = here ^ amount;
        const bool inside = traced.source == ShuffleSource::up ? from >= limit : from <= limit;
        const bool reads = inside && from >= 0 && from < static_cast<int>(kMaxLanes) && (state.active >> from & 1U) != 0;
        const std::size_t source = reads ? static_cast<std::size_t>(from) : lane;
        keep(state.registers + operation.a + source * traced.bytes, traced.bytes, m_kept[lane]);
    });
}

void ShadowRun::write_shuffled(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    for_each_lane(state.active, [&](unsigned lane) {
        restore(m_kept[lane], state.registers + operation.d + std::size_t { lane } * traced.bytes, traced.bytes);
    });
}

void ShadowRun::read_atomic(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    const std::size_t pitch = std::max(traced.bytes, 2U);
    for_each_lane(state.active, [&](unsigned lane) {
        if (m_places[lane] == nullptr)
            return;
        keep(m_places[lane], traced.bytes, m_kept[lane]);
        if (traced.effect == TracedEffect::atomic_add) {
            for (unsigned part = 0; part < traced.operation.parts; ++part) {
                m_operands[part][lane] = {};
                m_operands[part][lane][1] =
                    operand_at(traced.operation.operands[1].place(state, lane, part), traced.operation.format);
            }
            return;
        }
        const bool compares = traced.effect == TracedEffect::compare_exchange;
        const std::size_t at = lane * pitch;
        keep(state.registers + (compares ? operation.c : operation.b) + at, traced.bytes, m_new[lane]);
        m_compared[lane] = 0;
        if (compares)
            std::memcpy(&m_compared[lane], state.registers + operation.b + at, std::min<std::size_t>(traced.bytes, 8));
    });
}

// Lanes add in their order: the register d of each holds the sum before its addition.
void ShadowRun::write_sums(const TracedInstruction& traced, std::uint32_t origin, const WarpState& state)
{
    const FloatOperation& sum = traced.operation;
    const std::uint32_t bytes = bytes_of(sum.format);
    LaneMask left = state.active;
    while (left != 0) {
        const unsigned first = lowest_lane(left);
        const std::byte* const memory = m_places[first];
        LaneMask group = 0;
        for_each_lane(left, [&](unsigned lane) { group |= m_places[lane] == memory ? LaneMask { 1 } << lane : 0; });
        left &= ~group;
        for (unsigned part = 0; memory != nullptr && part < sum.parts; ++part) {
            const std::byte* const place = memory + std::size_t { part } * bytes;
            // What the memory holds before each lane, with its origins.
            Origins origins {};
            TracedOperand running { float_value(bits_at(sum.d.place(state, first, part), sum.format), sum.format), 0.0, 0.0,
                nullptr };
            running.exact = running.actual;
            for (std::size_t i = 0; i < m_kept[first].count; ++i) {
                const Kept::Value& kept = m_kept[first].values[i];
                if (kept.offset != part * bytes || kept.value.actual() != running.actual)
                    continue;
                running.exact = kept.value.exact;
                running.drift = kept.value.drift;
                origins = kept.origins;
                running.origins = origins.data();
            }
            for (LaneMask rest = group; rest != 0; rest &= rest - 1) {
                const unsigned lane = lowest_lane(rest);
                const std::byte* const previous = sum.d.place(state, lane, part);
                m_values.put(
                    previous, { bits_at(previous, sum.format), running.exact, running.drift, sum.format }, origins_of(origins));
                const LaneMask others = rest & (rest - 1);
                const std::byte* const result = others == 0 ? place : sum.d.place(state, lowest_lane(others), part);
                auto operands = m_operands[part][lane];
                operands[0] = running;
                const ShadowValue value = rounded_value(traced, origin, operands, bits_at(result, sum.format));
                origins = m_origins;
                running = { value.actual(), value.exact, value.drift, origins.data() };
                if (others == 0)
                    m_values.put(place, value, origins_of(origins));
            }
        }
    }
}

void ShadowRun::write_exchanged(const TracedInstruction& traced, const WarpState& state, const Operation& operation)
{
    const std::size_t pitch = std::max(traced.bytes, 2U);
    for_each_lane(state.active, [&](unsigned lane) {
        const std::byte* const memory = m_places[lane];
        if (memory == nullptr)
            return;
        const std::byte* const previous = state.registers + operation.d + lane * pitch;
        std::uint64_t found = 0;
        std::memcpy(&found, previous, std::min<std::size_t>(traced.bytes, 8));
        restore(m_kept[lane], previous, traced.bytes);
        if (traced.effect == TracedEffect::compare_exchange && found != m_compared[lane])
            return;
        restore(m_new[lane], memory, traced.bytes);
        // Later lanes find this value.
        for_each_lane(state.active, [&](unsigned later) {
            if (later > lane && m_places[later] == memory)
                m_kept[later] = m_new[lane];
        });
    });
}

} // namespace warpstage::simt
