#include "core/simt/jit/translator.h"

#include "core/base/verify.h"

#include <algorithm>
#include <cstddef>

namespace warpstage::simt::jit {

namespace {

// Which active lanes a piece has. k1 and k2 are free for the code of an operation.
const Opmask& active_of(const Piece& piece)
{
    static const std::array<Opmask, 2> words { Opmask(6), Opmask(7) };
    static const std::array<Opmask, 4> doubles { Opmask(6), Opmask(4), Opmask(7), Opmask(5) };
    static const Opmask halves(3);
    if (piece.lane_bytes == 2)
        return halves;
    return piece.lane_bytes == 4 ? words.at(piece.index) : doubles.at(piece.index);
}

} // namespace

Translator::Translator(Counting counting, Counters& counters)
    : CodeGenerator(Xbyak::DEFAULT_MAX_CODE_SIZE, Xbyak::AutoGrow)
    , m_counting(counting)
    , m_places(counters)
    , m_state(rbx)
    , m_registers(r12)
    , m_progress(r13)
    , m_count(r14)
    , m_counters(r15)
{
    setDefaultJmpNEAR(true);
}

void Translator::start(Lanes lanes)
{
    m_lanes = lanes;
    m_leave.emplace();
    m_refused.emplace();
    m_failed.emplace();
}

std::size_t Translator::entry(const Xbyak::Label& run)
{
    align(16);
    const std::size_t offset = getSize();
    for (const Xbyak::Reg64& kept : { rbx, r12, r13, r14, r15 }) // with the return address, a multiple of 16 bytes, as calls need
        push(kept);
    mov(m_state, rdi);
    mov(m_progress, rsi);
    if (m_counting != Counting::none)
        mov(m_counters, ptr[m_progress + offsetof(Progress, counters)]);
    mov(m_registers, member(offsetof(WarpState, registers)));
    xor_(m_count.cvt32(), m_count.cvt32());
    load_active();
    jmp(run);
    return offset;
}

void Translator::stop()
{
    write_routines();
    L(*m_failed);
    mov(ptr[m_progress + offsetof(Progress, refused)], rsi);
    mov(eax, static_cast<std::uint32_t>(Exit::failed));
    jmp(*m_leave);
    L(*m_refused);
    mov(ptr[m_progress + offsetof(Progress, refused)], rsi);
    mov(eax, static_cast<std::uint32_t>(Exit::refused));
    L(*m_leave);
    mov(ptr[m_progress + offsetof(Progress, instructions)], m_count);
    vzeroupper();
    for (const Xbyak::Reg64& kept : { r15, r14, r13, r12, rbx })
        pop(kept);
    ret();
}

void Translator::begin(Xbyak::Label& run, std::uint32_t first, std::uint32_t end)
{
    align(16);
    m_slots = {};
    m_time = 0;
    m_run_end = end;
    L(run);
    if (first == end)
        return;
    add(m_count, end - first);
    if (m_counting != Counting::none)
        count_executions(m_places.of_run(first, end));
}

void Translator::end()
{
    settle_all();
}

void Translator::leave(std::uint32_t pc, Exit exit)
{
    mov(dword[m_progress + offsetof(Progress, pc)], pc);
    mov(eax, static_cast<std::uint32_t>(exit));
    jmp(*m_leave);
}

void Translator::go_to(std::uint32_t pc, const Xbyak::Label& run)
{
    cmp(dword[m_progress + offsetof(Progress, reconvergence)], pc);
    jne(run);
    leave(pc);
}

void Translator::look_at_budget(std::uint32_t branch, std::uint32_t target)
{
    Xbyak::Label goes_on;
    cmp(m_count, ptr[m_progress + offsetof(Progress, look_after)]);
    jb(goes_on);
    mov(dword[m_progress + offsetof(Progress, branch)], branch);
    leave(target, Exit::look);
    L(goes_on);
}

void Translator::test_guard(const Operation& branch, const Xbyak::Label& taken, const Xbyak::Label& not_taken)
{
    mov(eax, predicate(branch.guard));
    if (branch.guard_negated)
        not_(eax);
    mov(ecx, dword_member(offsetof(WarpState, active)));
    and_(eax, ecx);
    jz(not_taken);
    cmp(eax, ecx);
    je(taken);
}

void Translator::count_branch(std::uint32_t pc, bool executed)
{
    if (m_counting != Counting::none)
        count_executions(m_places.of_branch(pc, executed));
    inc(m_count);
    if (!executed)
        inc(qword[m_progress + offsetof(Progress, idle_instructions)]);
}

// Of the active lanes.
void Translator::count_executions(std::size_t offset)
{
    if (m_lanes == Lanes::all)
        return inc(counter(offset + offsetof(ExecutionCounters, full)));
    inc(counter(offset + offsetof(ExecutionCounters, masked)));
    mov(rax, ptr[m_progress + offsetof(Progress, lanes)]);
    add(counter(offset + offsetof(ExecutionCounters, lanes)), rax);
}

void Translator::count_uniform(const Operation& operation)
{
    if (counts_requests())
        inc(counter(m_places.of_request(operation)->offset + offsetof(RequestCounters, uniform)));
}

void Translator::count_consecutive(const Operation& operation, const Xbyak::Reg64& first)
{
    if (!counts_requests())
        return;
    const CountedRequest& request = *m_places.of_request(operation);
    and_(first.cvt32(), kShapeAlignment - 1);
    inc(qword[m_counters + first * static_cast<int>(request.scale()) + request.consecutive()]);
}

void Translator::finish()
{
    align(64);
    for (auto& [values, label] : m_tables) {
        L(label);
        for (const std::uint64_t value : values)
            dq(value);
    }
    for (auto& [value, label] : m_wide) {
        L(label);
        dq(value);
    }
    for (auto& [value, label] : m_narrow) {
        L(label);
        dd(value);
    }
    readyRE();
}

void Translator::load_active()
{
    if (m_lanes == Lanes::all)
        return;
    mov(eax, member(offsetof(WarpState, active)));
    kmovd(Opmask(3), eax);
    kmovd(Opmask(6), eax);
    for (const int mask : { 4, 7, 5 }) {
        shr(eax, 8);
        kmovd(Opmask(mask), eax);
    }
}

Xbyak::Address Translator::counter(std::size_t offset) const
{
    return qword[m_counters + offset];
}

Xbyak::Address Translator::member(std::size_t offset) const
{
    return ptr[m_state + offset];
}

Xbyak::Address Translator::dword_member(std::size_t offset) const
{
    return dword[m_state + offset];
}

Xbyak::Address Translator::word_member(std::size_t offset) const
{
    return word[m_state + offset];
}

Xbyak::Address Translator::place(Piece piece) const
{
    return ptr[m_registers + piece.offset()];
}

Xbyak::Address Translator::predicate(std::uint32_t row) const
{
    return ptr[m_registers + row];
}

std::size_t Translator::find(Piece piece) const
{
    const auto found =
        std::ranges::find_if(m_slots, [&](const Slot& slot) { return slot.bound && slot.piece.offset() == piece.offset(); });
    return static_cast<std::size_t>(found - m_slots.begin());
}

void Translator::settle(Piece piece)
{
    const std::size_t index = find(piece);
    if (index != kSlots && m_slots[index].dirty)
        store(index, m_slots[index]);
}

// A register without meaning, pinned: an unused one, else the one that was used longest ago.
std::size_t Translator::take()
{
    std::size_t best = kSlots;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (m_slots[i].pinned)
            continue;
        if (best == kSlots || (m_slots[best].bound && (!m_slots[i].bound || m_slots[i].last_use < m_slots[best].last_use)))
            best = i;
    }
    VERIFY(best != kSlots);
    Slot& slot = m_slots[best];
    if (slot.dirty)
        store(best, slot);
    slot = {};
    slot.pinned = true;
    slot.last_use = ++m_time;
    return best;
}

std::size_t Translator::bring(Piece piece)
{
    std::size_t index = find(piece);
    if (index == kSlots) {
        index = take();
        vmovdqa64(Zmm(static_cast<int>(index)), place(piece));
        m_slots[index].piece = piece;
        m_slots[index].bound = true;
    }
    m_slots[index].pinned = true;
    m_slots[index].last_use = ++m_time;
    return index;
}

Zmm Translator::use(Piece piece)
{
    const std::size_t index = bring(piece);
    make_exact(index, m_slots[index]);
    return Zmm(static_cast<int>(index));
}

Zmm Translator::use_number(Piece piece)
{
    return Zmm(static_cast<int>(bring(piece)));
}

Zmm Translator::define(Piece piece, Content content)
{
    if (const std::size_t before = find(piece); before != kSlots) {
        // Other operands may still be read from it.
        m_slots[before].bound = false;
        m_slots[before].dirty = false;
    }
    const std::size_t index = take();
    Slot& slot = m_slots[index];
    slot.piece = piece;
    slot.bound = true;
    slot.dirty = true;
    slot.content = content;
    return Zmm(static_cast<int>(index));
}

Zmm Translator::change(Piece piece, Content content)
{
    const std::size_t index = bring(piece);
    m_slots[index].dirty = true;
    m_slots[index].content = content;
    return Zmm(static_cast<int>(index));
}

Zmm Translator::scratch()
{
    return Zmm(static_cast<int>(take()));
}

void Translator::done()
{
    for (Slot& slot : m_slots)
        slot.pinned = false;
}

void Translator::make_exact(std::size_t index, Slot& slot)
{
    const Zmm number(static_cast<int>(index));
    if (slot.content == Content::any_nan_f32) {
        vcmpps(k1, number, number, 3); // unordered
        vpbroadcastd(number | k1, in_memory(std::uint32_t { 0x7fff'ffff }));
    } else if (slot.content == Content::any_nan_f64) {
        vcmppd(k1, number, number, 3);
        vpbroadcastq(number | k1, in_memory(std::uint64_t { 0xfff8'0000'0000'0000 }));
    }
    slot.content = Content::exact;
}

void Translator::store(std::size_t index, Slot& slot)
{
    make_exact(index, slot);
    const Zmm content(static_cast<int>(index));
    slot.dirty = false;
    if (m_lanes == Lanes::all)
        return vmovdqa64(place(slot.piece), content);
    const Xbyak::Address target = place(slot.piece) | active_of(slot.piece);
    if (slot.piece.lane_bytes == 2)
        vmovdqu16(target, content);
    else if (slot.piece.lane_bytes == 4)
        vmovdqa32(target, content);
    else
        vmovdqa64(target, content);
}

void Translator::load_mask(
    const Opmask& mask, std::uint32_t row, std::uint32_t first_lane, std::uint32_t lane_count, bool negated)
{
    const Xbyak::Address bits = ptr[m_registers + row + first_lane / 8];
    if (lane_count == 8)
        kmovb(mask, bits);
    else if (lane_count == 16)
        kmovw(mask, bits);
    else
        kmovd(mask, bits);
    if (negated)
        knotd(mask, mask);
}

void Translator::store_predicate(std::uint32_t row)
{
    if (m_lanes == Lanes::active) {
        mov(ecx, member(offsetof(WarpState, active)));
        and_(eax, ecx);
        not_(ecx);
        and_(ecx, predicate(row));
        or_(eax, ecx);
    }
    mov(predicate(row), eax);
}

Xbyak::Address Translator::in_memory(std::uint32_t value)
{
    return ptr[rip + m_narrow[value]];
}
Xbyak::Address Translator::in_memory(std::uint64_t value)
{
    return ptr[rip + m_wide[value]];
}
Xbyak::Address Translator::each(std::uint32_t value)
{
    return ptr_b[rip + m_narrow[value]];
}
Xbyak::Address Translator::each(std::uint64_t value)
{
    return ptr_b[rip + m_wide[value]];
}
Xbyak::Address Translator::table(const std::array<std::uint64_t, 8>& values)
{
    return ptr[rip + m_tables[values]];
}

} // namespace warpstage::simt::jit
