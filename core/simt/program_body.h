// What a Program is made of: written once by lowering, read by the interpreter.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/async/bulk_form.h"
#include "core/simt/instruction_set.h"
#include "core/simt/layout/frame_layout.h"
#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/texture/texture_fetch.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::simt {

inline constexpr std::uint32_t kNoFunction = 0xffff'ffffU;

// Bytes in a warp's register file: one value for each of 32 lanes, or one lane mask for a predicate.
struct Row {
    std::uint32_t offset = 0;
    std::uint32_t lane_bytes = 4; // kPredicateSize: a lane mask
};

struct ImmediateConstant {
    std::uint64_t bits = 0;

    bool operator==(const ImmediateConstant&) const = default;
};

struct SpecialConstant {
    ptx::SpecialRegister id = ptx::SpecialRegister::tid_x;

    bool operator==(const SpecialConstant&) const = default;
};

// `bytes` bytes of the parameter block, extended to the row's lane size.
struct ParameterConstant {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
    bool is_signed = false;

    bool operator==(const ParameterConstant&) const = default;
};

// The address of a .global variable of the module, known when its memory is: an index into Module::variables.
struct VariableConstant {
    std::uint32_t variable = 0;
    std::int64_t offset = 0; // bytes

    bool operator==(const VariableConstant&) const = default;
};

// A row that no instruction writes: filled before the kernel starts, so that every operand is a row.
struct ConstantRow {
    Row row;
    std::variant<ImmediateConstant, SpecialConstant, ParameterConstant, VariableConstant> content;
};

// What observers and traps need to know of a memory operation.
struct MemoryForm {
    // shared, global, local, constant or generic; param: through a register the kernel's parameters, else a variable of a call
    ptx::StateSpace space = ptx::StateSpace::global;
    AccessKind kind = AccessKind::load;
    std::uint8_t element_bytes = 0; // in memory
    std::uint8_t elements = 0;
    std::uint8_t lane_bytes = 0; // of the element rows
    std::uint8_t address_bytes = 0; // of the address row
    bool copies_to_shared = false; // cp.async: what it reads; the next form is what it writes
    std::uint8_t matrix_lanes = 0; // ldmatrix, stmatrix: so many lanes give the address of a row in shared memory
    const TextureForm* texture = nullptr; // of a fetch, whose addresses are made of coordinates; nothing else counts then
    const BulkForm* bulk = nullptr; // of a bulk copy, which has addresses of its own; nothing else counts then

    [[nodiscard]] std::uint32_t bytes() const { return std::uint32_t { element_bytes } * elements; }
};

// Bytes in a warp's register file.
struct Extent {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};

// A function that lies in the operations.
struct FunctionBody {
    std::uint32_t in_module = 0; // index into Module::functions
    std::uint32_t first = 0; // its first operation
    std::uint64_t frame_bytes = 0; // of a thread's local memory
    std::uint32_t base_row = kNoRow; // where its frame begins in local memory, for each lane 8 bytes; the kernel's begins at 0
    std::vector<FramePlace> parameters; // not of the kernel
    std::vector<FramePlace> returns;
    std::vector<Extent> registers; // without its constants: what another call of the function overwrites
    std::vector<Row> rows; // the same, row by row
    std::uint64_t register_bytes = 0; // of a thread, in those
    std::vector<Row> cleared; // registers that may be read before they are written: zeroed when the function begins
    std::uint32_t stack_top_row = kNoRow; // with alloca: the end of the frame, for each lane 8 bytes
    std::string refusal; // not empty: it can only be called through a pointer, and the virtual machine cannot run it
};

// What a call hands over or gets back: a variable of the caller's frame, or a row.
struct CallValue {
    bool in_row = false;
    std::uint64_t offset = 0; // bytes, from the start of the frame or of the register file
    std::uint64_t bytes = 0; // of a lane
};

struct CallForm {
    std::optional<std::uint32_t> function; // index into ProgramBody::functions; nothing: row `target` holds addresses
    std::uint32_t target = kNoRow;
    std::uint32_t caller = 0; // index into ProgramBody::functions
    std::vector<CallValue> arguments;
    std::vector<CallValue> returns;
};

// What PTX calls an instruction or an external function, and what the machine must do itself.
enum class Service : std::uint8_t { clock, allocate, trap, print, assert_failed, heap_allocate, heap_free };

struct ServiceForm {
    Service service = Service::trap;
    std::uint32_t caller = 0; // index into ProgramBody::functions
    std::vector<CallValue> arguments;
    std::vector<CallValue> returns; // at most one
    std::uint64_t alignment = 1; // allocate: of the piece
    bool high_half = false; // clock: the upper 32 bits
};

// What does not fit into an operation, which holds the address.
struct OperationForms {
    std::vector<std::unique_ptr<const MatrixForm>> matrix;
    std::vector<std::unique_ptr<const TextureForm>> texture;
    std::vector<std::unique_ptr<const BulkForm>> bulk;
};

class ProgramBody {
public:
    std::vector<Operation> operations; // one for each instruction and one OperationKind::end
    std::vector<std::uint32_t> straight_end; // for each: the first one at or behind it that needs more than "go on"
    std::vector<std::uint32_t> member_rows; // for each: the row with the mask of the lanes that meet there, or kNoRow
    std::vector<FunctionBody> functions; // the kernel first
    std::vector<std::uint32_t> function_of_module; // by index into Module::functions: into functions, or kNoFunction
    std::vector<CallForm> calls;
    std::vector<ServiceForm> services;
    std::vector<std::vector<std::uint32_t>> branch_tables; // operations
    bool uses_module_memory = false;
    bool uses_heap = false;
    bool uses_cluster_barrier = false;
    ptx::Listing listing; // which instruction an operation is
    std::vector<ConstantRow> constants;
    std::vector<Row> cleared; // those of the kernel: zeroed when a block starts
    std::uint32_t register_file_bytes = 0; // of one warp
    std::vector<MemoryForm> memory_forms; // by Operation::site
    OperationForms forms;
    std::uint32_t static_shared_bytes = 0;
    std::uint32_t dynamic_shared_offset = 0;
    std::uint32_t parameter_bytes = 0;
};

} // namespace warpstage::simt
