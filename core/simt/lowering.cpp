#include "core/simt/lowering.h"

#include "core/simt/special_register.h"

#include <array>
#include <bit>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

// The bits of a literal as a value of the instruction's type. A double literal may stand where a float is wanted.
std::optional<std::uint64_t> literal_bits(const ptx::ImmediateOperand& literal, ptx::Type type)
{
    using Kind = ptx::ImmediateOperand::Kind;
    switch (literal.kind) {
    case Kind::integer:
        return ptx::is_float(type) ? std::nullopt : std::optional { literal.bits };
    case Kind::f32:
        return type == ptx::Type::f64 ? std::nullopt : std::optional { literal.bits };
    case Kind::f64:
        if (type == ptx::Type::f32)
            return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(literal.bits)));
        return literal.bits;
    }
    VERIFY_NOT_REACHED();
}

bool reads_clock(const ptx::Instruction& instruction)
{
    if (instruction.operands.size() != 2)
        return false;
    const auto* special = std::get_if<ptx::SpecialOperand>(&instruction.operands[1]);
    return special != nullptr && is_clock(special->id);
}

std::vector<const ptx::Function*> functions_of(const ptx::Module& module, const CallGraph& calls)
{
    std::vector<const ptx::Function*> functions;
    for (const std::uint32_t index : calls.functions)
        functions.push_back(&module.functions[index]);
    return functions;
}

} // namespace

Lowering::Lowering(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set)
    : m_module(&module)
    , m_kernel(&kernel)
    , m_set(set)
    , m_symbols(module)
    , m_calls(call_graph_of(m_symbols, kernel))
    , m_shared(module, functions_of(module, m_calls))
    , m_body(std::make_shared<ProgramBody>())
{
}

Result<std::shared_ptr<const ProgramBody>> Lowering::run()
{
    prepare_functions();
    for (std::uint32_t index = 0; index < m_calls.functions.size(); ++index) {
        start_function(index);
        if (const auto error = lower_function()) {
            // Most functions whose address is taken somewhere in the module are never called by this kernel.
            if (index < m_calls.direct)
                return *error;
            drop_function(*error);
        }
        finish_function();
    }
    find_straight_runs();
    for (FunctionBody& function : m_body->functions) {
        const ptx::Function& callee = m_module->functions[function.in_module];
        if (callee.register_parameters && function.refusal.empty())
            function.refusal = "its parameters are registers, which the virtual machine does not know";
    }
    m_body->cleared = m_body->functions.front().cleared;
    m_body->constants = m_layout.constants();
    m_body->register_file_bytes = m_layout.bytes();
    m_body->static_shared_bytes = m_shared.static_bytes();
    m_body->dynamic_shared_offset = m_shared.dynamic_offset();
    m_body->parameter_bytes = m_kernel->parameter_bytes;
    return std::shared_ptr<const ProgramBody>(m_body);
}

void Lowering::prepare_functions()
{
    m_body->functions.resize(m_calls.functions.size());
    m_body->function_of_module.assign(m_module->functions.size(), kNoFunction);
    for (std::uint32_t index = 0; index < m_calls.functions.size(); ++index) {
        m_body->functions[index].in_module = m_calls.functions[index];
        // The kernel itself cannot be called, whoever has its address.
        m_body->function_of_module[m_calls.functions[index]] = index == 0 ? kNoFunction : index;
    }
}

void Lowering::start_function(std::uint32_t index)
{
    m_index = index;
    m_first = static_cast<std::uint32_t>(m_body->operations.size());
    m_function = &m_module->functions[m_calls.functions[index]];
    m_control_flow.emplace(*m_function);
    m_frame.emplace(*m_function);
    m_uses.clear();
    m_layout.start(*m_function);
    m_body->listing.add(*m_function);
    FunctionBody& body = function_body();
    body.first = m_first;
    body.frame_bytes = m_frame->bytes();
    body.parameters = m_frame->parameters();
    body.returns = m_frame->returns();
    if (index != 0)
        body.base_row = m_layout.fresh(sizeof(std::uint64_t)).offset;
}

std::optional<Error> Lowering::lower_function()
{
    m_body->operations.reserve(m_body->operations.size() + m_function->instructions.size() + 1);
    for (const ptx::Instruction& instruction : m_function->instructions) {
        m_uses.emplace_back();
        Operation operation;
        if (lower(instruction, operation) == Supported::no || lower_guard(instruction, operation) == Supported::no)
            return refusal(instruction);
        m_body->operations.push_back(operation);
        m_body->member_rows.push_back(member_row(instruction, operation));
    }
    function_body().cleared = find_cleared_rows();
    return std::nullopt;
}

// Nobody comes here; the operations only keep the program counters of what lies behind.
void Lowering::drop_function(const Error& error)
{
    function_body().refusal = error.message;
    function_body().stack_top_row = kNoRow;
    m_refusal.clear();
    m_body->operations.resize(m_first);
    m_body->member_rows.resize(m_first);
    Operation unreachable;
    unreachable.kind = OperationKind::function_end;
    m_body->operations.resize(m_first + m_function->instructions.size(), unreachable);
    m_body->member_rows.resize(m_body->operations.size(), kNoRow);
}

void Lowering::finish_function()
{
    Operation end;
    end.kind = is_kernel() ? OperationKind::end : OperationKind::function_end;
    m_body->operations.push_back(end);
    m_body->member_rows.push_back(kNoRow);
    FunctionBody& body = function_body();
    body.registers = m_layout.extents();
    body.rows = m_layout.rows();
    for (const Extent& extent : body.registers)
        body.register_bytes += extent.bytes / kMaxLanes;
}

Lowering::Supported Lowering::lower(const ptx::Instruction& instruction, Operation& operation)
{
    using enum ptx::Opcode;
    switch (instruction.opcode) {
    case setp:
        return lower_setp(instruction, operation);
    case mov:
        if (const auto place = address_taken(instruction))
            return lower_frame_address(instruction, *place, operation);
        return reads_clock(instruction) ? lower_clock(instruction, operation) : lower_mov(instruction, operation);
    case cvt:
        return lower_cvt(instruction, operation);
    case cvta:
        if (const auto place = address_taken(instruction))
            return lower_frame_address(instruction, *place, operation);
        return lower_cvta(instruction, operation);
    case isspacep:
        return lower_isspacep(instruction, operation);
    case ld:
    case ldu:
    case st:
        return lower_memory(instruction, operation);
    case bra:
        return lower_branch(instruction, operation);
    case exit:
        operation.kind = OperationKind::exit;
        return Supported::yes;
    case ret:
        return lower_return(operation);
    case alloca:
    case brkpt:
    case brx:
    case call:
    case nanosleep:
    case pmevent:
    case stackrestore:
    case stacksave:
    case trap:
        return lower_call(instruction, operation);
    case bar:
    case barrier:
    case fence:
    case membar:
        return lower_barrier(instruction, operation);
    case atom:
    case red:
        return lower_atomic(instruction, operation);
    case activemask:
    case elect:
    case match:
    case redux:
    case shfl:
    case vote:
        return lower_collective(instruction, operation);
    case applypriority:
    case cp:
    case createpolicy:
    case discard:
    case prefetch:
    case prefetchu:
        return lower_async(instruction, operation);
    case ldmatrix:
    case mma:
    case movmatrix:
    case stmatrix:
        return lower_matrix(instruction, operation);
    case tex:
    case tld4:
    case txq:
        return lower_texture(instruction, operation);
    case abs:
    case add:
    case addc:
    case and_:
    case bfe:
    case bfi:
    case bfind:
    case bmsk:
    case brev:
    case clz:
    case cnot:
    case copysign:
    case cos:
    case div:
    case dp2a:
    case dp4a:
    case ex2:
    case fma:
    case fns:
    case lg2:
    case lop3:
    case mad:
    case mad24:
    case madc:
    case max:
    case min:
    case mul:
    case mul24:
    case neg:
    case not_:
    case or_:
    case popc:
    case prmt:
    case rcp:
    case rem:
    case rsqrt:
    case sad:
    case selp:
    case set:
    case shf:
    case shl:
    case shr:
    case sin:
    case slct:
    case sqrt:
    case sub:
    case subc:
    case szext:
    case tanh:
    case testp:
    case xor_:
        return lower_arithmetic(instruction, operation);
    }
    VERIFY_NOT_REACHED();
}

// Those that name the lanes have the row of their masks in Operation::e; the matrix instructions take the whole warp.
std::uint32_t Lowering::member_row(const ptx::Instruction& instruction, const Operation& operation)
{
    using enum ptx::Opcode;
    const ptx::Opcode opcode = instruction.opcode;
    if (opcode == ldmatrix || opcode == mma || opcode == movmatrix || opcode == stmatrix)
        return m_layout.constant(ImmediateConstant { ~LaneMask { 0 } }, sizeof(LaneMask)).offset;
    const bool collective = opcode == shfl || opcode == vote || opcode == match || opcode == redux || opcode == elect;
    const bool barrier_of_warp = opcode == bar && instruction.has_modifier("warp");
    return barrier_of_warp || (collective && instruction.has_modifier("sync")) ? operation.e : kNoRow;
}

Lowering::Supported Lowering::lower_guard(const ptx::Instruction& instruction, Operation& operation)
{
    if (!instruction.guard)
        return Supported::yes;
    const auto row = m_layout.of(instruction.guard->predicate);
    if (!row || row->lane_bytes != kPredicateSize)
        return Supported::no;
    operation.guard = row->offset;
    operation.guard_negated = instruction.guard->negated;
    if (operation.kind == OperationKind::straight)
        operation.kind = OperationKind::guarded;
    note_read(instruction.guard->predicate);
    m_uses.back().writes.clear();
    return Supported::yes;
}

std::optional<std::uint32_t> Lowering::source(const ptx::Operand& operand, std::uint32_t lane_bytes, ptx::Type type)
{
    if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand)) {
        const auto row = m_layout.of(reg->id);
        if (!row || row->lane_bytes != lane_bytes || reg->negated)
            return std::nullopt;
        note_read(reg->id);
        return row->offset;
    }
    if (const auto* literal = std::get_if<ptx::ImmediateOperand>(&operand)) {
        const auto bits = literal_bits(*literal, type);
        if (!bits)
            return std::nullopt;
        return m_layout.constant(ImmediateConstant { *bits }, lane_bytes).offset;
    }
    if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand)) {
        if (lane_bytes == kPredicateSize || is_clock(special->id))
            return std::nullopt;
        return m_layout.constant(SpecialConstant { special->id }, lane_bytes).offset;
    }
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
        return symbol_row(*symbol, lane_bytes);
    return std::nullopt;
}

std::optional<std::uint32_t> Lowering::destination(const ptx::Operand& operand, std::uint32_t lane_bytes)
{
    if (std::holds_alternative<ptx::DiscardOperand>(operand))
        return m_layout.fresh(lane_bytes).offset;
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr || reg->negated)
        return std::nullopt;
    const auto row = m_layout.of(reg->id);
    if (!row || row->lane_bytes != lane_bytes)
        return std::nullopt;
    note_write(reg->id);
    return row->offset;
}

std::optional<std::uint32_t> Lowering::negatable_predicate(const ptx::Operand& operand, bool& negated)
{
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr)
        return source(operand, kPredicateSize, ptx::Type::pred);
    negated = reg->negated;
    return source(ptx::RegisterOperand { reg->id, false }, kPredicateSize, ptx::Type::pred);
}

std::optional<std::uint32_t> Lowering::register_lane_bytes(const ptx::Operand& operand)
{
    const auto* reg = std::get_if<ptx::RegisterOperand>(&operand);
    if (reg == nullptr)
        return std::nullopt;
    const auto row = m_layout.of(reg->id);
    if (!row)
        return std::nullopt;
    return row->lane_bytes;
}

Lowering::Supported Lowering::assign(const Operator* found, Operation& operation) const
{
    if (found == nullptr)
        return Supported::no;
    operation.full = found->full;
    operation.masked = found->masked;
    return Supported::yes;
}

// A run ends before whatever is not straight, and before a point where diverged lanes meet.
void Lowering::find_straight_runs()
{
    const std::vector<Operation>& operations = m_body->operations;
    std::vector<bool> meeting_point(operations.size(), false);
    for (const Operation& operation : operations) {
        if (operation.reconvergence != kNever)
            meeting_point[operation.reconvergence] = true;
    }
    std::vector<std::uint32_t>& ends = m_body->straight_end;
    ends.resize(operations.size());
    for (std::size_t pc = operations.size(); pc-- > 0;) {
        const auto here = static_cast<std::uint32_t>(pc);
        if (operations[pc].kind != OperationKind::straight)
            ends[pc] = here;
        else
            ends[pc] = meeting_point[pc + 1] ? here + 1 : ends[pc + 1];
    }
}

std::vector<Row> Lowering::find_cleared_rows()
{
    std::vector<Row> rows;
    for (const ptx::RegisterId id : live_at_entry(*m_control_flow, m_uses, m_function->registers.size())) {
        const auto row = m_layout.of(id);
        VERIFY(row.has_value());
        rows.push_back(*row);
    }
    return rows;
}

Lowering::Supported Lowering::refuse(std::string sentence)
{
    m_refusal = std::move(sentence);
    return Supported::no;
}

Error Lowering::refusal(const ptx::Instruction& instruction) const
{
    const std::string function = is_kernel() ? "" : "function `" + m_function->display_name + "`, ";
    const std::string place =
        function + "kernel `" + m_kernel->display_name + "`, PTX line " + std::to_string(instruction.text_line);
    if (!m_refusal.empty())
        return { m_refusal + " (" + place + ")" };
    return { "the virtual machine does not execute `" + instruction.text + "` (" + place + ") yet; the GPU can" };
}

} // namespace warpstage::simt
