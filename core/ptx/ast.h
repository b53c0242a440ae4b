// The syntax tree of a PTX module, as the parser produces it: names are resolved, nothing is lowered or executed.
// Source: "Parallel Thread Execution ISA", sections 4 to 11.
#pragma once

#include "core/base/dim3.h"
#include "core/ptx/opcode.h"
#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::ptx {

// A place in the CUDA source, from `.loc`. For inlined code `line` is the innermost place (the callee's line) and
// `inlined_at` the call site's line in the kernel; line 0: no location.
struct SourceLocation {
    std::uint32_t file = 0; // index into Module::files
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t inlined_at = 0;

    // The line in the kernel's own text: for inlined code that of its call site.
    [[nodiscard]] std::uint32_t line_in_kernel() const { return inlined_at == 0 ? line : inlined_at; }

    bool operator==(const SourceLocation&) const = default;
};

using RegisterId = std::uint32_t; // index into Function::registers

enum class SpecialRegister : std::uint8_t {
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    clusterid_x,
    clusterid_y,
    clusterid_z,
    nclusterid_x,
    nclusterid_y,
    nclusterid_z,
    cluster_ctaid_x,
    cluster_ctaid_y,
    cluster_ctaid_z,
    cluster_nctaid_x,
    cluster_nctaid_y,
    cluster_nctaid_z,
    cluster_ctarank,
    cluster_nctarank,
    is_explicit_cluster,
    laneid,
    warpid,
    nwarpid,
    warp_size,
    smid,
    nsmid,
    gridid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    dynamic_smem_size,
    total_smem_size,
    aggr_smem_size,
    reserved_smem_offset_begin,
    reserved_smem_offset_end,
    reserved_smem_offset_cap,
    reserved_smem_offset_0,
    reserved_smem_offset_1,
    envreg1, // the upper and the lower half of the address of the grid's workspace, which grid synchronization uses
    envreg2,
    envreg_other, // %envreg0 and %envreg3 to %envreg31
    current_graph_exec,
};

struct RegisterOperand {
    RegisterId id = 0;
    bool negated = false; // "!%p1"; also "-%f1" where an instruction allows it is not accepted
};

struct ImmediateOperand {
    enum class Kind : std::uint8_t { integer, f32, f64 };
    Kind kind = Kind::integer;
    std::uint64_t bits = 0; // two's complement for integers, IEEE-754 bits for f32 (low half) and f64
};

struct SpecialOperand {
    SpecialRegister id = SpecialRegister::tid_x;
};

// The address of a variable or function, as in "mov.u32 %r1, tile;" or "mov.u64 %rd1, table+16;".
struct SymbolOperand {
    std::string name;
    std::int64_t offset = 0;
};

// "[%rd1+8]", "[tile+4]", "[64]".
struct AddressOperand {
    std::variant<std::monostate, RegisterId, std::string> base;
    std::int64_t offset = 0;
};

struct LabelOperand {
    std::string name;
    std::uint32_t target = 0; // index into Function::instructions; may equal their number (end of the function)
};

// "_": a discarded result.
struct DiscardOperand { };

using ScalarOperand = std::variant<RegisterOperand, ImmediateOperand, SpecialOperand, SymbolOperand, DiscardOperand>;

// "{%f1, %f2, %f3, %f4}".
struct VectorOperand {
    std::vector<ScalarOperand> elements;
};

// "%p1|%p2" of setp and shfl: the second destination.
struct PairOperand {
    ScalarOperand first;
    ScalarOperand second;
};

using Operand = std::variant<RegisterOperand, ImmediateOperand, SpecialOperand, SymbolOperand, DiscardOperand, AddressOperand,
    LabelOperand, VectorOperand, PairOperand>;

struct Guard {
    RegisterId predicate = 0;
    bool negated = false;
};

struct Instruction {
    Opcode opcode {};
    std::vector<std::string>
        modifiers; // without the leading dot and the types: "lo", "global", "v4"; a rounding, .ftz and the like as in the PTX ISA
    std::vector<Type> types; // as written, in order: f32, s32 for cvt.rn.f32.s32
    std::optional<Guard> guard;
    // Destination first, in the order of the text. call: the variables of the results (a vector), the function (a symbol or a
    // register), the arguments (a vector) and, for an indirect call, the name of the prototype. brx: the index, then every label
    // of its table. tex and tld4: the results, the predicate after `|` if present, the texture (an address), the coordinates (a
    // vector) and any further operands. suld, sust and tensor copies: the coordinates follow the address of the surface or map.
    std::vector<Operand> operands;
    std::vector<std::string> selectors; // of video instructions: for each operand "b0", "h10" or nothing
    SourceLocation location;
    std::uint32_t text_line = 0; // 1-based line of the PTX text
    std::string text; // as written, one line, without the guard: "add.s32 %r1, %r2, 4"

    [[nodiscard]] bool has_modifier(std::string_view modifier) const;
    // Of a vector: 2, 4 or 8; 1 without `.v2`, `.v4` or `.v8`.
    [[nodiscard]] std::uint32_t vector_elements() const;
};

struct Register {
    std::string name;
    Type type = Type::b32;
};

struct Parameter {
    std::string name;
    Type type = Type::b32;
    std::uint32_t alignment = 4; // bytes
    std::uint32_t size = 4; // bytes
    std::uint32_t offset = 0; // bytes from the start of the parameter block
};

// "= {generic(table)+8}": an address that is known only when the module is loaded; it replaces bytes of the initializer.
struct AddressInitial {
    std::uint64_t offset = 0; // bytes from the start of the variable
    std::uint8_t bytes = 8;
    std::uint64_t mask = ~std::uint64_t { 0 }; // "0xFF00(x)": these bits of the address, shifted right
    std::string symbol; // a variable or a function
    std::int64_t addend = 0; // bytes
    bool generic = false;
};

struct Variable {
    std::string name;
    StateSpace space = StateSpace::global;
    std::uint32_t alignment = 1; // bytes
    std::uint64_t size = 0; // bytes; 0: "extern .shared x[]" (dynamic shared memory)
    bool external = false;
    std::vector<std::byte> initial; // initializer bytes, at most `size`, followed by zeros; empty: no initializer
    std::vector<AddressInitial> addresses; // these bytes of `initial` are 0
};

struct Function {
    std::string name; // mangled
    std::string display_name; // "reduce6<256>": demangled, without return type, parameters and integer suffixes
    bool entry = false; // .entry: can be launched
    SourceLocation location; // of the opening brace in the CUDA source
    std::vector<Parameter> parameters;
    std::uint32_t parameter_bytes = 0;
    std::vector<Parameter> returns; // parameters of a .func; their offsets are independent of the kernel's
    std::optional<Dim3> cluster; // of an .entry: blocks of a cluster (.reqnctapercluster)
    std::optional<std::uint64_t> max_block_threads; // of an .entry: .maxntid, which __launch_bounds__ sets
    std::optional<Dim3> block; // of an .entry: .reqntid
    bool register_parameters = false; // ".func (.reg .b32 r) f (.reg .b32 a)": registers that are not in the lists above
    std::vector<Register> registers;
    std::vector<Variable> variables; // function scope: shared and local variables, and param variables for the arguments and
                                     // results of calls
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> rolled; // index of the first instruction of each loop with .pragma "nounroll"
};

// ".alias name, target;": another name of a function.
struct Alias {
    std::string name;
    std::string target;
};

struct Module {
    std::uint32_t version_major = 0;
    std::uint32_t version_minor = 0;
    std::string target; // "sm_75"
    std::vector<std::string> files; // indexed by the number of the .file directive
    std::vector<Variable> variables; // module scope
    std::vector<Function> functions;
    std::vector<Alias> aliases;

    // By mangled or display name; null if no function has it.
    [[nodiscard]] const Function* find(std::string_view name) const;
};

} // namespace warpstage::ptx
