#include "core/analysis/block/element_path.h"

#include "core/analysis/block/matrix_steps.h"

#include <algorithm>
#include <set>

namespace warpstage::analysis {

namespace {

using Kind = ElementHop::Kind;

constexpr std::size_t kMaxHops = 24; // of the way back

// A part of a register of a lane before a step.
struct Held {
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    ptx::RegisterId id = 0;
    std::uint32_t byte = 0; // of the element, in the register
    std::size_t before = 0; // step
};

// An element in memory before a step.
struct Stored {
    ptx::StateSpace space = ptx::StateSpace::shared;
    std::uint64_t address = 0;
    std::size_t before = 0; // step
};

std::vector<ptx::RegisterId> registers_of(const ptx::Operand& operand)
{
    std::vector<ptx::RegisterId> ids;
    if (const auto* alone = std::get_if<ptx::RegisterOperand>(&operand))
        ids.push_back(alone->id);
    if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand))
        for (const ptx::ScalarOperand& element : vector->elements)
            if (const auto* one = std::get_if<ptx::RegisterOperand>(&element))
                ids.push_back(one->id);
    return ids;
}

bool is_store(const ptx::Instruction& instruction)
{
    return !instruction.operands.empty() && std::holds_alternative<ptx::AddressOperand>(instruction.operands.front());
}

bool stores_fragment(const ptx::Instruction& instruction)
{
    return is_store(instruction) && (instruction.opcode == ptx::Opcode::stmatrix || instruction.opcode == ptx::Opcode::wmma);
}

// The registers that the instruction writes.
std::vector<ptx::RegisterId> results_of(const ptx::Instruction& instruction)
{
    return instruction.operands.empty() || is_store(instruction) ? std::vector<ptx::RegisterId> {}
                                                                 : registers_of(instruction.operands.front());
}

std::vector<ptx::RegisterId> sources_of(const ptx::Instruction& instruction)
{
    std::vector<ptx::RegisterId> ids;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i)
        for (const ptx::RegisterId id : registers_of(instruction.operands[i]))
            ids.push_back(id);
    return ids;
}

// The place of a register among those of an operand; nothing: it is not one of them.
std::optional<std::uint32_t> place_in(const std::vector<ptx::RegisterId>& ids, ptx::RegisterId id)
{
    const auto found = std::ranges::find(ids, id);
    return found == ids.end() ? std::nullopt : std::optional { static_cast<std::uint32_t>(found - ids.begin()) };
}

bool is_product(const trace::MatrixRecord& record)
{
    return record.matrices.size() > 1 && record.matrices.back().name == "D";
}

// The registers that become those of D: of wgmma D itself.
std::vector<ptx::RegisterId> summands_of(const ptx::Instruction& instruction)
{
    constexpr std::size_t kOperandC = 3;
    const std::size_t operand = instruction.opcode == ptx::Opcode::wgmma ? 0 : kOperandC;
    return operand < instruction.operands.size() ? registers_of(instruction.operands[operand]) : std::vector<ptx::RegisterId> {};
}

class Walk {
public:
    explicit Walk(const Recording& recording)
        : m_recording(recording)
        , m_trace(recording.trace)
    {
    }

    // From the last hop to the first.
    std::vector<ElementHop> back_from(Held held)
    {
        for (std::optional<Held> next = held; next && m_hops.size() < kMaxHops;)
            next = before(*next);
        return std::move(m_hops);
    }
    std::vector<ElementHop> back_from(const Stored& stored)
    {
        if (const auto held = before(stored))
            return back_from(*held);
        return std::move(m_hops);
    }

private:
    [[nodiscard]] const ptx::Instruction* instruction_of(const trace::StepRecord& step) const
    {
        return m_recording.listing.find(step.pc);
    }

    // The step that wrote the register last, its hop, and where the value came from.
    std::optional<Held> before(const Held& held)
    {
        for (std::size_t at = held.before; at-- > 0;) {
            const trace::StepRecord& step = m_trace.steps[at];
            const ptx::Instruction* instruction =
                step.warp == held.warp && (step.executed >> held.lane & 1U) != 0 ? instruction_of(step) : nullptr;
            if (instruction == nullptr)
                continue;
            if (const auto place = place_in(results_of(*instruction), held.id))
                return from(held, at, *instruction, *place);
        }
        return std::nullopt;
    }

    std::optional<Held> from(const Held& held, std::size_t at, const ptx::Instruction& instruction, std::uint32_t place)
    {
        const auto read = [&](ptx::StateSpace space, std::uint64_t address) {
            m_hops.push_back({ .kind = Kind::read, .step = at, .lane = held.lane, .address = address, .space = space });
            return before(Stored { space, address, at });
        };
        const auto accesses = m_trace.accesses_of(at);
        if (const trace::MatrixRecord* record = matrices_of(m_recording, at);
            record != nullptr && !accesses.empty() && !is_product(*record)) {
            for (const simt::ObservedMatrix& matrix : record->matrices)
                for (const simt::MatrixNumber& number : matrix.numbers)
                    if (number.lane == static_cast<int>(held.lane) && number.reg == place && number.bit / 8U == held.byte)
                        return read(accesses.front().space, number.address);
            return std::nullopt;
        }
        if (!accesses.empty() && accesses.front().kind == simt::AccessKind::load) {
            const simt::Access& access = accesses.front();
            const std::uint32_t width = access.bytes / instruction.vector_elements();
            return read(access.space, access.addresses[held.lane] + std::uint64_t { place } * width + held.byte);
        }
        // mov and cvt of one register, or of two halves.
        const auto sources = sources_of(instruction);
        const bool moves = instruction.opcode == ptx::Opcode::mov || instruction.opcode == ptx::Opcode::cvt;
        if (!moves || sources.empty()) {
            m_hops.push_back({ .kind = Kind::computed, .step = at, .lane = held.lane });
            return std::nullopt;
        }
        m_hops.push_back({ .kind = Kind::moved, .step = at, .lane = held.lane });
        Held next = held;
        next.before = at;
        const std::uint32_t size = instruction.types.empty() ? 4 : ptx::size_of(instruction.types.front());
        if (sources.size() > 1) { // several registers become one
            const auto width = std::max(1U, size / static_cast<std::uint32_t>(sources.size()));
            next.id = sources[std::min<std::size_t>(held.byte / width, sources.size() - 1)];
            next.byte = held.byte % width;
        } else {
            const auto parts = static_cast<std::uint32_t>(results_of(instruction).size());
            next.id = sources.front();
            next.byte = held.byte + place * (size / std::max(1U, parts));
        }
        return next;
    }

    // The step that stored there last, its hops, and the register that it stored.
    std::optional<Held> before(const Stored& stored)
    {
        for (std::size_t at = stored.before; at-- > 0;) {
            for (const simt::Access& access : m_trace.accesses_of(at)) {
                if (access.space != stored.space || access.kind != simt::AccessKind::store)
                    continue;
                for (LaneMask lanes = access.lanes; lanes != 0; lanes &= lanes - 1) {
                    const unsigned lane = lowest_lane(lanes);
                    if (stored.address - access.addresses[lane] < access.bytes)
                        return from(stored, at, access, lane);
                }
            }
        }
        return std::nullopt;
    }

    std::optional<Held> from(const Stored& stored, std::size_t at, const simt::Access& access, unsigned lane)
    {
        const std::uint64_t within = stored.address - access.addresses[lane];
        const bool by_lanes = access.issuer == kMaxLanes;
        m_hops.push_back({ .kind = Kind::write,
            .step = at,
            .lane = by_lanes ? lane : access.issuer,
            .address = stored.address,
            .space = stored.space });
        for (const simt::Access& other : m_trace.accesses_of(at)) {
            // A copy without registers. The parts of a tensor copy do not pair.
            if (other.kind == simt::AccessKind::load && by_lanes && other.bytes == access.bytes
                && (other.lanes >> lane & 1U) != 0) {
                const std::uint64_t address = other.addresses[lane] + within;
                m_hops.push_back({ .kind = Kind::read, .step = at, .lane = lane, .address = address, .space = other.space });
                return before(Stored { other.space, address, at });
            }
        }
        const trace::StepRecord& step = m_trace.steps[at];
        const ptx::Instruction* instruction = instruction_of(step);
        if (!by_lanes || instruction == nullptr || instruction->operands.size() < 2 || stores_fragment(*instruction))
            return std::nullopt;
        const auto ids = registers_of(instruction->operands[1]);
        const std::uint32_t width = access.bytes / instruction->vector_elements();
        const std::size_t place = width == 0 ? ids.size() : within / width;
        if (place >= ids.size())
            return std::nullopt;
        return Held { step.warp, lane, ids[place], static_cast<std::uint32_t>(within % width), at };
    }

    const Recording& m_recording;
    const trace::Trace& m_trace;
    std::vector<ElementHop> m_hops;
};

// What the lane's registers with the element become, up to the first store.
std::vector<ElementHop> way_on(const Recording& recording, std::size_t from, std::uint32_t lane, ptx::RegisterId id)
{
    const trace::Trace& trace = recording.trace;
    const std::uint32_t warp = trace.steps[from].warp;
    std::set<ptx::RegisterId> holding { id };
    std::vector<ElementHop> hops;
    const auto holds = [&](ptx::RegisterId one) {
        return holding.contains(one);
    };
    for (std::size_t at = from + 1; at < trace.steps.size() && !holding.empty(); ++at) {
        const trace::StepRecord& step = trace.steps[at];
        const ptx::Instruction* instruction =
            step.warp == warp && (step.executed >> lane & 1U) != 0 ? recording.listing.find(step.pc) : nullptr;
        if (instruction == nullptr)
            continue;
        const auto sources = sources_of(*instruction);
        const auto used = std::ranges::find_if(sources, holds);
        const auto results = results_of(*instruction);
        if (used != sources.end() && is_store(*instruction)) {
            const auto accesses = trace.accesses_of(at);
            ElementHop hop { .kind = Kind::write, .step = at, .lane = lane };
            if (!accesses.empty()) {
                const auto place = static_cast<std::uint64_t>(used - sources.begin());
                const auto width = accesses.front().bytes / instruction->vector_elements();
                hop.space = accesses.front().space;
                hop.address = accesses.front().addresses[lane] + (stores_fragment(*instruction) ? 0 : place * width);
            }
            hops.push_back(hop);
            return hops;
        }
        const trace::MatrixRecord* record = matrices_of(recording, at);
        if (record != nullptr && is_product(*record)) {
            // Only as a summand: register i of C becomes register i of D.
            const auto summands = summands_of(*instruction);
            const auto summand = std::ranges::find_if(summands, holds);
            const bool adds = summand != summands.end() && static_cast<std::size_t>(summand - summands.begin()) < results.size();
            const auto place = static_cast<std::size_t>(summand - summands.begin());
            for (const ptx::RegisterId result : results)
                holding.erase(result);
            if (!adds)
                continue;
            holding.insert(results[place]);
            if (!hops.empty() && hops.back().kind == Kind::accumulated) {
                ++hops.back().times;
                hops.back().step = at;
            } else {
                hops.push_back({ .kind = Kind::accumulated,
                    .step = at,
                    .lane = lane,
                    .matrix = "D",
                    .reg = static_cast<std::uint32_t>(place) });
            }
            continue;
        }
        if (used == sources.end()) {
            for (const ptx::RegisterId result : results)
                holding.erase(result);
        } else if (trace.accesses_of(at).empty()) {
            holding.insert(results.begin(), results.end());
        }
    }
    return hops;
}

// The register operand with the place `reg`; wide: each register has two such places.
std::optional<ptx::RegisterId> register_at(const ptx::Instruction& instruction, std::size_t operand, std::uint32_t reg, bool wide)
{
    if (operand >= instruction.operands.size())
        return std::nullopt;
    const auto ids = registers_of(instruction.operands[operand]);
    const std::size_t place = wide ? reg / 2 : reg;
    return place < ids.size() ? std::optional { ids[place] } : std::nullopt;
}

bool is_wide(const simt::ObservedMatrix& matrix)
{
    return matrix.format == simt::NumberFormat::f64;
}

} // namespace

std::vector<ElementHop> element_path(const Recording& recording, const trace::MatrixRecord& record,
    const simt::ObservedMatrix& matrix, std::uint32_t row, std::uint32_t column)
{
    const trace::StepRecord& step = recording.trace.steps[record.step];
    const ptx::Instruction* instruction = recording.listing.find(step.pc);
    if (instruction == nullptr || row >= matrix.rows || column >= matrix.columns)
        return {};
    const simt::MatrixNumber& number = matrix.at(row, column);
    const auto lane = number.lane < 0 ? std::optional<std::uint32_t> {} : static_cast<std::uint32_t>(number.lane);
    const auto accesses = recording.trace.accesses_of(record.step);
    const bool stores = is_store(*instruction);
    const bool product = is_product(record);
    const std::size_t operand = matrix.name == "A" ? 1
        : matrix.name == "B"                       ? 2
        : matrix.name == "C"                       ? 3
        : stores || matrix.name == "Before"        ? 1
                                                   : 0;
    std::vector<ElementHop> path;
    if (!lane || (!product && !stores && !accesses.empty())) {
        // The instruction reads the element from memory.
        const ptx::StateSpace space = lane && !accesses.empty() ? accesses.front().space : ptx::StateSpace::shared;
        path = Walk(recording).back_from(Stored { space, number.address, record.step });
        std::ranges::reverse(path);
        path.push_back({ .kind = Kind::read, .step = record.step, .lane = lane, .address = number.address, .space = space });
    } else if (matrix.name != "D" && matrix.name != "After") {
        if (const auto id = register_at(*instruction, operand, number.reg, is_wide(matrix)))
            path = Walk(recording).back_from(Held { step.warp, *lane, *id, number.bit / 8U, record.step });
        std::ranges::reverse(path);
    }
    path.push_back({ .kind = Kind::fragment,
        .step = record.step,
        .lane = lane,
        .matrix = matrix.name,
        .row = row,
        .column = column,
        .reg = number.reg });
    if (stores && lane && !accesses.empty())
        path.push_back({ .kind = Kind::write,
            .step = record.step,
            .lane = lane,
            .address = number.address,
            .space = accesses.front().space });
    if (!product)
        return path;
    const simt::ObservedMatrix& sums = record.matrices.back();
    const std::uint32_t to_row = std::min(matrix.name == "B" ? 0 : row, sums.rows - 1);
    const std::uint32_t to_column = std::min(matrix.name == "A" ? 0 : column, sums.columns - 1);
    const simt::MatrixNumber& sum = sums.at(to_row, to_column);
    const std::uint32_t sum_lane = static_cast<std::uint8_t>(sum.lane); // D lies in registers
    if (matrix.name != "D")
        path.push_back({ .kind = Kind::accumulated,
            .step = record.step,
            .lane = sum_lane,
            .matrix = "D",
            .row = to_row,
            .column = to_column,
            .reg = sum.reg });
    if (const auto id = register_at(*instruction, 0, sum.reg, is_wide(sums)))
        for (ElementHop& hop : way_on(recording, record.step, sum_lane, *id)) {
            hop.row = to_row;
            hop.column = to_column;
            path.push_back(std::move(hop));
        }
    return path;
}

} // namespace warpstage::analysis
