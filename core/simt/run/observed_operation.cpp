#include "core/simt/run/observed_operation.h"

#include "core/simt/async/async_fault.h"
#include "core/simt/async/bulk_copy.h"
#include "core/simt/async/phase_log.h"
#include "core/simt/faults/fault.h"
#include "core/simt/matrix/observed_matrices.h"
#include "core/simt/matrix/transfer_fault.h"
#include "core/simt/memory/async_copy.h"
#include "core/simt/memory/memory_access.h"

#include <array>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

// Variables of calls (param) are not reported: on a GPU they are registers.
constexpr std::array kObservedSpaces { ptx::StateSpace::shared, ptx::StateSpace::global, ptx::StateSpace::local,
    ptx::StateSpace::constant };

// Of a compare-and-swap: the lanes that found another value than they expected.
LaneMask unchanged_lanes(const WarpState& state, const MemoryForm& form, const Operation& operation)
{
    LaneMask unchanged = 0;
    for_each_lane(state.active, [&](unsigned lane) {
        const std::size_t at = std::size_t { lane } * form.lane_bytes;
        if (std::memcmp(state.registers + operation.b + at, state.registers + operation.d + at, form.element_bytes) != 0)
            unchanged |= LaneMask { 1 } << lane;
    });
    return unchanged;
}

// Only a generic request can access several spaces.
void report_accesses(Observer& observer, const Step& here, const MemoryForm& form, const MemoryRequest& request,
    const WarpState& state, AccessForm access_form, LaneMask unchanged = 0)
{
    for (const ptx::StateSpace space : kObservedSpaces) {
        if (form.space != ptx::StateSpace::generic && form.space != space)
            continue;
        Access access = request.access(state, space);
        access.form = access_form;
        access.unchanged = unchanged & access.lanes;
        if (access.lanes != 0)
            observer.on_access(here, access);
    }
    const bool reaches_others = form.space == ptx::StateSpace::generic || form.space == ptx::StateSpace::shared;
    const std::uint32_t ranks = reaches_others && state.cluster != nullptr ? state.cluster->count : 1;
    for (std::uint32_t rank = 0; ranks > 1 && rank < ranks; ++rank) {
        if (state.cluster->blocks[rank] == state.shared)
            continue;
        if (const Access access = request.access_in_cluster(state, rank); access.lanes != 0)
            observer.on_cluster_access(here, rank, access);
    }
}

// Lanes that synchronize with each other.
void report_meetings(Observer& observer, const Step& here, const std::array<LaneMask, kMaxLanes>& masks, LaneMask lanes)
{
    while (lanes != 0) {
        const LaneMask members = masks[lowest_lane(lanes)] & lanes;
        observer.on_warp_barrier(here, members);
        lanes &= ~members;
    }
}

// Lanes of a matrix operation that provide no address still participate.
LaneMask lanes_with_address(const WarpState& state, const MemoryForm& form)
{
    return form.matrix_lanes == 0 ? state.active : state.active & first_lanes(form.matrix_lanes);
}

AccessForm form_of_access(const MemoryForm& form)
{
    return form.matrix_lanes != 0 ? AccessForm::matrix_rows : AccessForm::registers;
}

bool has_address_row(const MemoryForm& form)
{
    return form.space == ptx::StateSpace::shared || form.space == ptx::StateSpace::global || form.space == ptx::StateSpace::local
        || form.space == ptx::StateSpace::constant;
}

// Whether the registers of the address tell the bytes of all lanes, up to a constant.
bool has_address_row(const WarpState& state, const MemoryForm& form)
{
    const bool in_one_block = form.space != ptx::StateSpace::shared || state.cluster == nullptr || state.cluster->count == 1;
    return in_one_block && has_address_row(form);
}

// Whether the observer has counted the request of these lanes by their registers.
template <typename AnyObserver>
[[gnu::always_inline]] inline bool is_counted(const WarpState& state, const MemoryForm& form, const Operation& operation,
    const Step& here, AnyObserver& observer, AccessForm access_form, LaneMask lanes)
{
    return lanes != 0 && has_address_row(state, form)
        && observer.on_addresses(here,
            { .values = state.registers + operation.a,
                .bytes = form.address_bytes,
                .lanes = lanes,
                .space = form.space,
                .kind = form.kind,
                .form = access_form,
                .access_bytes = form.bytes(),
                .displacement = operation.displacement });
}

// `counted`: the request of `reads` has been counted.
bool access_reported(WarpState& state, const MemoryForm* form, const Operation& operation, Handler handler, const Step& here,
    Observer& observer, LaneMask reads, bool counted)
{
    const MemoryRequest request(state, operation, *form, reads);
    if (!handler(state, operation))
        return false;
    if (!counted)
        report_accesses(observer, here, *form, request, state, form_of_access(*form),
            form->compares ? unchanged_lanes(state, *form, operation) : LaneMask { 0 });
    if (form->copies_to_shared) {
        const Operation destination = destination_half(operation);
        if (!is_counted(state, form[1], destination, here, observer, AccessForm::copies, state.active))
            report_accesses(
                observer, here, form[1], MemoryRequest(state, destination, form[1], state.active), state, AccessForm::copies);
    }
    return true;
}

bool access_observed(
    WarpState& state, const MemoryForm* form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    const LaneMask reads = form->copies_to_shared ? lanes_that_copy(state, operation) : lanes_with_address(state, *form);
    const bool counted = is_counted(state, *form, operation, here, observer, form_of_access(*form), reads);
    if (counted && !form->copies_to_shared)
        return handler(state, operation);
    return access_reported(state, form, operation, handler, here, observer, reads, counted);
}

bool special_observed(WarpState& state, const MatrixTransfer& transfer, const Operation& operation, Handler handler,
    const Step& here, Observer& observer)
{
    std::vector<Access> requests = transfer_requests(state, transfer);
    if (!handler(state, operation))
        return false;
    for (Access& request : requests) {
        read_values(state, operation, request);
        observer.on_access(here, request);
    }
    return true;
}

bool special_observed(WarpState& state, const WarpgroupForm& form, const Operation& operation, Handler handler, const Step& here,
    Observer& observer)
{
    const std::vector<Access> reads = warpgroup_reads(state, form);
    if (!handler(state, operation))
        return false;
    for (const Access& read : reads)
        observer.on_access(here, read);
    return true;
}

bool special_observed(
    WarpState& state, const SurfaceForm& form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    Access request = surface_request(state, form);
    if (!handler(state, operation))
        return false;
    if (request.lanes == 0)
        return true;
    read_surface_values(state, operation, request);
    observer.on_access(here, request);
    return true;
}

bool special_observed(
    WarpState& state, const BulkForm& form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    const std::vector<Access> requests = bulk_accesses(state, operation, form);
    if (!handler(state, operation))
        return false;
    for (const Access& request : requests) {
        if (request.lanes != 0)
            observer.on_access(here, request);
    }
    return true;
}

// An addition reports what was there before.
bool special_observed(
    WarpState& state, const TensorForm& form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    std::vector<Access> requests;
    if (form.action == TensorAction::reduce)
        requests = tensor_accesses(state, operation, form);
    if (!handler(state, operation))
        return false;
    if (form.action != TensorAction::reduce)
        requests = tensor_accesses(state, operation, form);
    for (const Access& request : requests)
        observer.on_access(here, request);
    return true;
}

bool special_observed(
    WarpState& state, const TextureForm& form, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    const std::vector<Access> reads = texel_reads(state, form);
    if (!handler(state, operation))
        return false;
    for (const Access& read : reads) {
        if (read.lanes != 0)
            observer.on_access(here, read);
    }
    return true;
}

bool execute_reported(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    if (operation.accesses_memory) {
        const MemoryForm* form = &body.memory_forms[operation.site];
        return std::visit(
            [&](auto special) {
                if constexpr (std::is_pointer_v<decltype(special)>)
                    return special_observed(state, *special, operation, handler, here, observer);
                else
                    return access_observed(state, form, operation, handler, here, observer);
            },
            form->special);
    }
    const std::uint32_t member_row = body.member_rows[here.pc];
    if (member_row == kNoRow)
        return handler(state, operation);
    // The result may overwrite the masks.
    std::array<LaneMask, kMaxLanes> masks {};
    std::memcpy(masks.data(), state.registers + member_row, sizeof(masks));
    if (!handler(state, operation))
        return false;
    report_meetings(observer, here, masks, state.active);
    return true;
}

void report_phases(const WarpState& state, const Step& here, Observer& observer)
{
    for (PhaseNote& note : state.phases->take_notes()) {
        std::uint32_t rank = 0;
        while (rank + 1 < state.cluster->count
            && (note.word < state.cluster->blocks[rank] || note.word >= state.cluster->blocks[rank] + state.shared_bytes))
            ++rank;
        note.step.rank = rank;
        note.step.object = static_cast<std::uint64_t>(note.word - state.cluster->blocks[rank]);
        observer.on_phase(here, note.step);
    }
}

bool execute_with_matrices(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    auto* const of_matrices = MatrixReading::concerns(body, operation) ? observer.matrix_observer() : nullptr;
    if (of_matrices == nullptr || state.active == 0)
        return execute_reported(state, body, operation, handler, here, observer);
    MatrixReading reading(state, body, operation, here.pc);
    if (!execute_reported(state, body, operation, handler, here, observer))
        return false;
    of_matrices->on_matrices(here, std::move(reading).finish(state));
    return true;
}

} // namespace

bool execute_observed(
    WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here, Observer& observer)
{
    if (!operation.accesses_memory)
        return execute_with_matrices(state, body, operation, handler, here, observer);
    state.phases->begin_notes();
    const bool allowed = execute_with_matrices(state, body, operation, handler, here, observer);
    report_phases(state, here, observer);
    return allowed;
}

bool access_summed(WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here,
    SummingObserver& observer)
{
    const MemoryForm& form = body.memory_forms[operation.site];
    if (const auto* transfer = form.as<MatrixTransfer>(); transfer != nullptr && observer.counts_requests()) {
        if (const auto place = place_of_all(state, *transfer)) {
            const TransferPlace alike { place->space, place->offset % jit::kShapeAlignment, place->stride };
            observer.count_transfer(here.pc, alike, [&] { return transfer_requests(state, *transfer); });
            return handler(state, operation);
        }
    }
    if (!std::holds_alternative<std::monostate>(form.special))
        return execute_reported(state, body, operation, handler, here, observer);
    if (form.copies_to_shared || form.matrix_lanes != 0)
        return access_observed(state, &form, operation, handler, here, observer);
    if (is_counted(state, form, operation, here, observer, AccessForm::registers, state.active)) [[likely]]
        return handler(state, operation);
    return access_reported(state, &form, operation, handler, here, observer, state.active, false);
}

std::optional<AddressRow> address_row(const MemoryForm& form, const Operation& operation)
{
    if (!std::holds_alternative<std::monostate>(form.special) || form.copies_to_shared || form.matrix_lanes != 0
        || !has_address_row(form))
        return std::nullopt;
    return AddressRow { .bytes = form.address_bytes,
        .space = form.space,
        .kind = form.kind,
        .access_bytes = form.bytes(),
        .displacement = operation.displacement };
}

bool access_counted(WarpState& state, const ProgramBody& body, const Operation& operation, Handler handler, const Step& here,
    SummingObserver& observer, jit::RequestCounters& counters)
{
    const MemoryForm& form = body.memory_forms[operation.site];
    if (has_address_row(state, form)) {
        AddressRow row = *address_row(form, operation);
        row.values = state.registers + operation.a;
        row.lanes = state.active;
        if (observer.count_shape(here.pc, row, counters))
            return handler(state, operation);
    }
    return access_summed(state, body, operation, handler, here, observer);
}

Trap refusal_trap(const Block& block, WarpState& state, std::uint32_t warp, std::uint32_t pc, LaneMask staying)
{
    const Operation& operation = block.body().operations[pc];
    const bool all_are_there = operation.accesses_memory && state.refusal.kind == RefusalKind::none; // of ldmatrix and stmatrix
    if (block.body().member_rows[pc] != kNoRow && !all_are_there)
        return invalid_mask_trap(block, { warp, state.refusal.lane, pc }, state.refusal, staying);
    const MemoryForm& form = block.body().memory_forms[operation.site];
    const bool of_counts =
        state.refusal.kind == RefusalKind::barrier_transactions || state.refusal.kind == RefusalKind::barrier_not_initialized;
    if (const auto* tensor = form.as<TensorForm>(); tensor != nullptr && !of_counts) {
        const TensorFault fault = tensor_fault(state, operation, *tensor);
        return trap_at(block, { warp, state.refusal.lane, pc }, fault.kind, fault.what);
    }
    if (std::optional<Trap> trap = async_trap(block, state, warp, pc))
        return std::move(*trap);
    if (const auto* texture = form.as<TextureForm>())
        return trap_at(block, { warp, state.refusal.lane, pc }, TrapKind::invalid_texture, texture_fault(state, *texture));
    if (const auto* warpgroup = form.as<WarpgroupForm>())
        return trap_at(block, { warp, state.refusal.lane, pc }, TrapKind::out_of_bounds, warpgroup_fault(state, *warpgroup));
    if (const auto* surface = form.as<SurfaceForm>()) {
        const SurfaceFault fault = surface_fault(state, *surface);
        return trap_at(block, { warp, state.refusal.lane, pc }, fault.kind, fault.what);
    }
    if (const auto* transfer = form.as<MatrixTransfer>()) {
        const MemoryRequest::Fault fault = transfer_fault(state, *transfer);
        return memory_trap(block, { warp, fault.lane, pc }, fault);
    }
    const MemoryRequest::Fault fault = form.copies_to_shared
        ? copy_fault(state, operation, form)
        : MemoryRequest(state, operation, form, lanes_with_address(state, form)).fault(state);
    return memory_trap(block, { warp, fault.lane, pc }, fault);
}

} // namespace warpstage::simt
