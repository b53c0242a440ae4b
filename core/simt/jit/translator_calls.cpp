// What translated code calls: handlers of operations, functions of the interpreter, subroutines.
#include "core/simt/jit/known_shapes.h"
#include "core/simt/jit/translator.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace warpstage::simt::jit {

void Translator::run_handler(const Operation& operation)
{
    const Handler handler = m_lanes == Lanes::all ? operation.full : operation.masked;
    mov(rdi, m_state);
    mov(rsi, reinterpret_cast<std::uintptr_t>(&operation));
    mov(rax, reinterpret_cast<std::uintptr_t>(handler));
    vzeroupper(); // code without AVX waits for upper halves of registers that are in use
    call(rax);
    go_on_if_allowed(operation, *m_refused);
}

// The function of the interpreter that counts and accesses.
void Translator::run_reported(const Operation& operation, const CountedRequest* counters)
{
    mov(rdi, ptr[m_progress + offsetof(Progress, run)]);
    mov(rsi, reinterpret_cast<std::uintptr_t>(&operation));
    if (counters == nullptr)
        xor_(edx, edx);
    else
        lea(rdx, ptr[m_counters + counters->offset]);
    vzeroupper();
    call(ptr[m_progress + offsetof(Progress, report)]);
    go_on_if_allowed(operation, *m_failed);
}

void Translator::run_access(const Operation& operation)
{
    if (m_counting == Counting::none)
        return run_handler(operation);
    const CountedRequest* const counters = counts_requests() ? m_places.of_request(operation) : nullptr;
    if (counters == nullptr)
        return run_reported(operation, nullptr);
    Xbyak::Label unknown;
    Xbyak::Label done;
    lea(rdx, ptr[m_registers + operation.a]);
    mov(r11, ptr[m_counters + counters->offset + offsetof(RequestCounters, shapes)]);
    call(m_routines[counters->row.bytes == 4 ? &count_request<4> : &count_request<8>]);
    jc(unknown);
    run_handler(operation);
    jmp(done);
    L(unknown);
    run_reported(operation, counters);
    L(done);
}

// al: whether it was allowed.
void Translator::go_on_if_allowed(const Operation& operation, const Xbyak::Label& otherwise)
{
    Xbyak::Label allowed;
    test(al, al);
    jnz(allowed, T_SHORT);
    mov(rsi, reinterpret_cast<std::uintptr_t>(&operation));
    mov(dword[m_progress + offsetof(Progress, run_end)], m_run_end);
    jmp(otherwise);
    L(allowed);
}

void Translator::settle_all()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (m_slots[i].dirty)
            store(i, m_slots[i]);
    }
}

void Translator::call_handler(const Operation& operation)
{
    settle_all();
    run_handler(operation);
    forget_all();
}

void Translator::call_access(const Operation& operation)
{
    settle_all();
    run_access(operation);
    forget_all();
}

void Translator::call_followed(const Operation& operation)
{
    settle_all();
    run_reported(operation, nullptr);
    forget_all();
}

Translator::Detour& Translator::detour(const Operation& operation, std::vector<Piece> results)
{
    Detour& detour = m_detours.emplace_back();
    detour.operation = &operation;
    detour.results = std::move(results);
    detour.slots = m_slots;
    return detour;
}

void Translator::call_routine(const Operation& operation, Routine routine)
{
    mov(rsi, reinterpret_cast<std::uintptr_t>(&operation));
    lea(rdx, ptr[m_registers + operation.a]);
    lea(rdi, ptr[m_registers + operation.d]);
    if (counts_requests())
        mov(r11, ptr[m_counters + m_places.of_request(operation)->offset + offsetof(RequestCounters, shapes)]);
    call(m_routines[routine]);
}

void Translator::access_lanes(const Operation& operation, Routine routine, std::uint32_t address_bytes, Piece values, bool loads)
{
    if (routine == nullptr)
        return call_access(operation);
    for (std::uint32_t index = 0; index < pieces_of(address_bytes); ++index)
        settle({ operation.a, index, address_bytes });
    for (; values.index < pieces_of(values.lane_bytes); ++values.index) {
        settle(values);
        if (loads)
            forget(values);
    }
    Detour& detour = this->detour(operation, {});
    detour.is_tried = true;
    call_routine(operation, routine);
    jc(detour.from);
    L(detour.to);
}

void Translator::forget(Piece piece)
{
    if (const std::size_t index = find(piece); index != kSlots)
        m_slots[index] = {};
}

void Translator::forget_all()
{
    m_slots = {};
    load_active();
}

void Translator::reload(const Slots& slots)
{
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (slots[i].bound)
            vmovdqa64(Zmm(static_cast<int>(i)), place(slots[i].piece));
    }
}

void Translator::write_detours()
{
    for (Detour& detour : m_detours) {
        const auto is_result = [&](const Slot& slot) {
            return std::ranges::any_of(detour.results, [&](const Piece& piece) { return piece.offset() == slot.piece.offset(); });
        };
        const auto settle_slots = [&](auto&& wanted) {
            for (std::size_t i = 0; i < detour.slots.size(); ++i) {
                Slot& slot = detour.slots[i];
                if (slot.dirty && !is_result(slot) && wanted(slot))
                    store(i, slot);
            }
        };
        const auto is_operand = [&](const Slot& slot) {
            return slot.piece.row == detour.operation->a || slot.piece.row == detour.operation->d;
        };
        L(detour.from);
        if (detour.routine != nullptr) {
            Xbyak::Label refused;
            settle_slots(is_operand);
            call_routine(*detour.operation, detour.routine);
            jc(refused);
            Slots results = detour.slots;
            for (Slot& slot : results)
                slot.bound = slot.bound && is_result(slot);
            reload(results);
            jmp(detour.to);
            L(refused);
        }
        settle_slots([](const Slot&) { return true; });
        if (m_counting != Counting::none && (detour.is_tried || detour.routine != nullptr))
            run_reported(*detour.operation, m_places.of_request(*detour.operation)); // the shape is not known
        else
            run_access(*detour.operation);
        load_active();
        reload(detour.slots);
        jmp(detour.to);
    }
    m_detours.clear();
}

// A subroutine may call others.
void Translator::write_routines()
{
    std::set<Routine> written;
    while (written.size() != m_routines.size()) {
        const auto next = std::ranges::find_if(m_routines, [&](const auto& entry) { return !written.contains(entry.first); });
        written.insert(next->first);
        align(16);
        L(next->second);
        next->first(*this);
    }
    m_routines.clear();
}

} // namespace warpstage::simt::jit
