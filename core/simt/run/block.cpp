#include "core/simt/run/block.h"

#include "core/base/verify.h"
#include "core/simt/operators/operator_table.h"
#include "core/simt/special_register.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::uint64_t kSmallestStack = 65536; // bytes

std::size_t row_bytes(const Row& row)
{
    return row.lane_bytes == kPredicateSize ? sizeof(LaneMask) : std::size_t { row.lane_bytes } * kMaxLanes;
}

void write_lane(std::byte* registers, const Row& row, std::uint32_t lane, std::uint64_t value)
{
    std::memcpy(registers + row.offset + std::size_t { lane } * row.lane_bytes, &value, row.lane_bytes);
}

template <typename Value> void fill_with(std::byte* place, std::uint64_t value)
{
    std::array<Value, kMaxLanes> lanes;
    lanes.fill(static_cast<Value>(value));
    std::memcpy(place, lanes.data(), sizeof(lanes));
}

// The value of each lane, in a loop without calls that copy: runs for each warp of a launch.
template <typename ValueOf> void fill_lanes(std::byte* registers, const Row& row, const ValueOf& value_of)
{
    if (row.lane_bytes == sizeof(std::uint32_t)) {
        std::array<std::uint32_t, kMaxLanes> lanes;
        for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane)
            lanes[lane] = static_cast<std::uint32_t>(value_of(lane));
        std::memcpy(registers + row.offset, lanes.data(), sizeof(lanes));
        return;
    }
    for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane)
        write_lane(registers, row, lane, value_of(lane));
}

// The same value in every lane. Runs for each constant of a launch and for each block.
void fill_row(std::byte* registers, const Row& row, std::uint64_t value)
{
    std::byte* const place = registers + row.offset;
    switch (row.lane_bytes) {
    case sizeof(std::uint16_t):
        return fill_with<std::uint16_t>(place, value);
    case sizeof(std::uint32_t):
        return fill_with<std::uint32_t>(place, value);
    case sizeof(std::uint64_t):
        return fill_with<std::uint64_t>(place, value);
    default:
        for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane)
            write_lane(registers, row, lane, value);
    }
}

std::uint64_t parameter_value(const ParameterConstant& constant, std::span<const std::byte> parameters)
{
    VERIFY(constant.offset + constant.bytes <= parameters.size());
    std::uint64_t value = 0;
    std::memcpy(&value, parameters.data() + constant.offset, constant.bytes);
    if (constant.is_signed && constant.bytes < sizeof(value)) {
        const std::uint64_t sign = std::uint64_t { 1 } << (constant.bytes * 8 - 1);
        value = (value ^ sign) - sign;
    }
    return value;
}

} // namespace

bool Block::find_new_buffers()
{
    const DeviceMemory::Snapshot now = m_state.memory->snapshot();
    const bool changed = m_state.regions != now->data() || m_state.region_count != now->size();
    if (!m_buffers.empty() && m_buffers.back() == now)
        return changed;
    m_state.regions = now->data();
    m_state.region_count = now->size();
    m_buffers.push_back(now);
    return changed;
}

LaneMask leaving_lanes(const ProgramBody& body, const Divergence& divergence)
{
    LaneMask leaving = 0;
    divergence.for_each_waiting([&](std::uint32_t at, LaneMask lanes) {
        const Operation& next = body.operations[at];
        if ((next.kind == OperationKind::exit && next.guard == kNoRow) || next.kind == OperationKind::end)
            leaving |= lanes;
    });
    return leaving;
}

void Block::Free::operator()(std::byte* bytes) const
{
    std::free(bytes);
}

Block::AlignedBytes Block::allocate(std::size_t bytes)
{
    const std::size_t size = (std::max<std::size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
    AlignedBytes result(static_cast<std::byte*>(std::aligned_alloc(kAlignment, size)));
    if (result == nullptr)
        throw std::bad_alloc();
    std::memset(result.get(), 0, size);
    return result;
}

Block::Block(const Program& program, const DeviceMemory& memory, ModuleMemory* module, const LaunchShape& shape,
    std::span<const std::byte> parameters, const DeviceLimits& limits)
    : m_program(&program)
    , m_module(module)
    , m_shape(shape)
    , m_limits(limits)
    , m_parameters(parameters.begin(), parameters.end())
    , m_last_regions(program.body().memory_forms.size(), nullptr)
{
    // Frames of the virtual machine also hold arguments: up to sixteen times what a GPU's take.
    constexpr std::uint64_t kFramesToStack = 16;
    m_local_limit = std::clamp(kFramesToStack * limits.stack_bytes, kSmallestStack, kWindowBytes / 2);
    for (const FunctionBody& function : body().functions)
        m_local_limit += function.frame_bytes;
    m_local_limit = std::min(m_local_limit, kWindowBytes);
    const auto warp_count = static_cast<std::size_t>((shape.block.count() + shape.warp_width - 1) / shape.warp_width);
    const std::size_t file_bytes = (body().register_file_bytes + kAlignment - 1) / kAlignment * kAlignment;
    m_registers = allocate(warp_count * file_bytes);
    m_warps.resize(warp_count);
    for (std::size_t warp = 0; warp < warp_count; ++warp)
        m_warps[warp].registers = m_registers.get() + warp * file_bytes;

    m_memory.shared_bytes = std::uint64_t { body().dynamic_shared_offset } + shape.dynamic_shared_bytes;
    m_memory.grid_workspace = module == nullptr || !shape.cooperative ? 0 : module->grid_workspace();
    m_state.shared_bytes = m_memory.shared_bytes;
    if (body().uses.reserved_shared)
        m_state.shared_bytes = reserved_shared_offset(m_memory.shared_bytes) + kReservedSharedBytes;
    m_shared = allocate(m_state.shared_bytes);
    m_state.shared = m_shared.get();
    m_state.operations = body().operations.data();
    m_state.warp_width = shape.warp_width;
    m_state.regions = memory.regions().data();
    m_state.region_count = memory.regions().size();
    m_state.memory = &memory;
    m_state.last_region = m_last_regions.data();
    m_state.parameters = m_parameters.data();
    m_state.parameter_bytes = m_parameters.size();
    if (m_module != nullptr) {
        m_state.constants = m_module->constants().data();
        m_state.constant_bytes = m_module->constants().size();
    }
    fill_constants(parameters);
}

void Block::fill_constants(std::span<const std::byte> parameters)
{
    const Dim3 block = index();
    for (const ConstantRow& constant : body().constants) {
        const auto* special = std::get_if<SpecialConstant>(&constant.content);
        if (special != nullptr && changes_with_block(special->id))
            m_block_index_rows.push_back(&constant);
        const bool by_thread = special != nullptr && changes_with_thread(special->id);
        const std::uint64_t common = by_thread ? 0 : lane_value(constant, parameters, { block, {}, 0, 0 });
        for (std::uint32_t warp = 0; warp < m_warps.size(); ++warp) {
            std::byte* const registers = m_warps[warp].registers;
            if (constant.row.lane_bytes == kPredicateSize) {
                const std::uint64_t value =
                    by_thread ? lane_value(constant, parameters, { block, thread_of(warp, 0), warp, 0 }) : common;
                const LaneMask mask = value != 0 ? ~LaneMask { 0 } : 0;
                std::memcpy(registers + constant.row.offset, &mask, sizeof(mask));
            } else if (!by_thread) {
                fill_row(registers, constant.row, common);
            } else {
                fill_lanes(registers, constant.row, [&](std::uint32_t lane) {
                    return lane_value(constant, parameters, { block, thread_of(warp, lane), warp, lane });
                });
            }
        }
    }
}

std::uint64_t Block::lane_value(
    const ConstantRow& constant, std::span<const std::byte> parameters, const ThreadPlace& place) const
{
    if (const auto* immediate = std::get_if<ImmediateConstant>(&constant.content))
        return immediate->bits;
    if (const auto* parameter = std::get_if<ParameterConstant>(&constant.content))
        return parameter_value(*parameter, parameters);
    if (const auto* variable = std::get_if<VariableConstant>(&constant.content))
        return m_module->addresses()[variable->variable] + static_cast<std::uint64_t>(variable->offset);
    if (place.lane >= m_shape.warp_width)
        return 0;
    return special_value(std::get<SpecialConstant>(constant.content).id, m_shape, place, m_memory);
}

void Block::start_stack(Warp& warp)
{
    const FunctionBody& kernel = body().functions.front();
    if (body().functions.size() == 1 && kernel.frame_bytes == 0 && kernel.stack_top_row == kNoRow)
        return; // for most kernels: runs for each block
    warp.calls.start(body().functions.size(), kernel.frame_bytes);
    warp.local.clear();
    warp.local.reserve(kernel.frame_bytes);
    if (kernel.stack_top_row == kNoRow)
        return;
    for (std::uint32_t lane = 0; lane < kMaxLanes; ++lane)
        write_lane(warp.registers, { kernel.stack_top_row, sizeof(kernel.frame_bytes) }, lane, kernel.frame_bytes);
}

void Block::select(Warp& warp)
{
    m_state.registers = warp.registers;
    m_state.warp = static_cast<std::uint32_t>(&warp - m_warps.data());
    m_state.local = warp.local.data();
    m_state.local_stride = warp.local.stride();
    m_state.local_bytes = warp.calls.end();
}

void Block::fill_block_index()
{
    for (const ConstantRow* constant : m_block_index_rows) {
        const ptx::SpecialRegister id = std::get<SpecialConstant>(constant->content).id;
        const std::uint64_t value = special_value(id, m_shape, { index(), {}, 0, 0 }, m_memory);
        for (Warp& warp : m_warps)
            fill_row(warp.registers, constant->row, value);
    }
}

void Block::start(std::uint64_t linear)
{
    m_linear = linear;
    warp_instructions = 0;
    lane_instructions = 0;
    waiting_instructions = 0;
    slept = 0;
    warps_released = false;
    if (m_cluster == nullptr || m_cluster->count() != 1)
        join(std::make_shared<Cluster>());
    (void)m_cluster->take_unreported(*this);
    m_cluster->mbarriers().clear();
    m_state.block = linear;
    for (BarrierPhase& phase : m_barriers) {
        if (phase.arrived != 0)
            phase = {};
    }
    output.clear();
    fill_block_index();
    std::memset(m_shared.get(), 0, static_cast<std::size_t>(m_state.shared_bytes));
    for (std::uint32_t index = 0; index < m_warps.size(); ++index) {
        Warp& warp = m_warps[index];
        warp.status = WarpStatus::ready;
        warp.lanes = lanes_of(index);
        warp.divergence.start(warp.lanes);
        warp.spin.start();
        warp.starvation = {};
        warp.arrived_at_cluster = 0;
        warp.left = 0;
        warp.wakes_at = 0;
        warp.last_errors.clear();
        for (const Row& row : body().cleared)
            std::memset(warp.registers + row.offset, 0, row_bytes(row));
        start_stack(warp);
    }
}

void Block::join(std::shared_ptr<Cluster> cluster)
{
    cluster->add(*this);
    m_cluster = std::move(cluster);
    m_state.cluster = m_cluster->memory();
    m_state.phases = &m_cluster->mbarriers();
}

Dim3 Block::thread_of(std::uint32_t warp, std::uint32_t lane) const
{
    const std::uint64_t linear = std::uint64_t { warp } * m_shape.warp_width + lane;
    if (m_shape.block.y == 1 && m_shape.block.z == 1)
        return { static_cast<std::uint32_t>(linear), 0, 0 }; // without divisions, for each thread of a launch
    return m_shape.block.index_of(linear);
}

// The last warp may have more lanes than threads.
LaneMask Block::lanes_of(std::uint32_t warp) const
{
    const std::uint64_t left = m_shape.block.count() - std::uint64_t { warp } * m_shape.warp_width;
    return first_lanes(static_cast<unsigned>(std::min<std::uint64_t>(left, m_shape.warp_width)));
}

} // namespace warpstage::simt
