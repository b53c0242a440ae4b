// The parts of a Program: written once by lowering, read by the interpreter.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/listing.h"
#include "core/simt/async/bulk_form.h"
#include "core/simt/async/tensor_copy.h"
#include "core/simt/instruction_set.h"
#include "core/simt/jit/translated_code.h"
#include "core/simt/layout/frame_layout.h"
#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/matrix/matrix_transfer.h"
#include "core/simt/matrix/warpgroup.h"
#include "core/simt/memory/vector_atomic.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"
#include "core/simt/texture/surface_access.h"
#include "core/simt/texture/texture_fetch.h"
#include "core/simt/video/video.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::simt {

inline constexpr std::uint32_t kNoFunction = 0xffff'ffffU;

// Size in bytes in a warp's register file: one value for each of 32 lanes, or one lane mask for a predicate.
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

// The address of a .global variable of the module, known when the module is loaded: an index into Module::variables.
struct VariableConstant {
    std::uint32_t variable = 0;
    std::int64_t offset = 0; // bytes

    bool operator==(const VariableConstant&) const = default;
};

// A row that no instruction writes: filled before the kernel starts, so every operand is a row.
struct ConstantRow {
    Row row;
    std::variant<ImmediateConstant, SpecialConstant, ParameterConstant, VariableConstant> content;
};

// Properties of a memory operation for observers and traps.
struct MemoryForm {
    // shared, global, local, constant or generic; param: the kernel's parameters if the address is in a register, else a variable
    // of a call
    ptx::StateSpace space = ptx::StateSpace::global;
    AccessKind kind = AccessKind::load;
    std::uint8_t element_bytes = 0; // in memory
    std::uint8_t elements = 0;
    std::uint8_t lane_bytes = 0; // of the element rows
    std::uint8_t address_bytes = 0; // of the address row
    bool copies_to_shared = false; // cp.async: its read; the next form is its write
    std::uint8_t matrix_lanes = 0; // ldmatrix, stmatrix: number of lanes that provide the address of a row in shared memory
    // Of an access whose addresses do not lie in one row: wmma.load and wmma.store, which use `space` and `kind` too; fetches,
    // surface accesses, wgmma, tensor and bulk copies, which use none of the members above.
    std::variant<std::monostate, const MatrixTransfer*, const TextureForm*, const SurfaceForm*, const WarpgroupForm*,
        const TensorForm*, const BulkForm*>
        special {};
    bool compares = false; // atom.cas: the value that it expects lies in `b` of the operation, as that which it finds in `d`

    [[nodiscard]] std::uint32_t bytes() const { return std::uint32_t { element_bytes } * elements; }

    // The form of such an access, or null if it is of another kind.
    template <typename Form> [[nodiscard]] const Form* as() const
    {
        const auto* form = std::get_if<const Form*>(&special);
        return form == nullptr ? nullptr : *form;
    }
};

// A range of bytes in a warp's register file.
struct Extent {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};

// A function within the operations.
struct FunctionBody {
    std::uint32_t in_module = 0; // index into Module::functions
    std::uint32_t first = 0; // its first operation
    std::uint64_t frame_bytes = 0; // per thread, of local memory
    std::uint32_t base_row = kNoRow; // row with the start of its frame in local memory, 8 bytes per lane; the kernel's frame
                                     // starts at 0
    std::vector<FramePlace> parameters; // unused for the kernel
    std::vector<FramePlace> returns;
    std::vector<Extent> registers; // without its constants: overwritten by another call of the function
    std::vector<Row> rows; // the same, row by row
    std::vector<std::uint32_t> register_rows; // by register of the function: its row, or kNoRow if the function does not use it
    // What a call of it takes of a GPU's stack while the function is already active: its local variables, the return address and
    // the registers that are live across a call.
    std::uint64_t stack_bytes = 0;
    std::vector<Row> cleared; // registers that may be read before they are written: zeroed at the start of the function
    std::uint32_t stack_top_row = kNoRow; // with alloca: row with the end of the frame, 8 bytes per lane
    std::string refusal; // not empty: why the virtual machine cannot run it; it can only be called indirectly
};

// An argument or a result of a call: a variable of the caller's frame, or a row.
struct CallValue {
    bool in_row = false;
    std::uint64_t offset = 0; // bytes, from the start of the frame or of the register file
    std::uint64_t bytes = 0; // per lane
};

struct CallForm {
    std::optional<std::uint32_t> function; // index into ProgramBody::functions; empty: row `target` holds addresses
    std::uint32_t target = kNoRow;
    std::uint32_t caller = 0; // index into ProgramBody::functions
    std::vector<CallValue> arguments;
    std::vector<CallValue> returns;
};

// A PTX instruction or an external function that the virtual machine implements itself.
enum class Service : std::uint8_t {
    clock,
    sleep,
    allocate,
    trap,
    breakpoint,
    print,
    assert_failed,
    heap_allocate,
    heap_free,
    set_conditional,
    // The runtime of the device.
    child_buffer,
    child_launch,
    child_copy,
    child_fill,
    create_handle,
    device_number,
    device_malloc,
    device_free,
    take_last_error,
    last_error,
    do_nothing
};

struct ServiceForm {
    Service service = Service::trap;
    std::uint32_t caller = 0; // index into ProgramBody::functions
    std::vector<CallValue> arguments;
    std::vector<CallValue> returns; // at most one
    std::uint64_t alignment = 1; // allocate: size of the part
    bool high_half = false; // clock: the upper 32 bits
};

// What a launch prepares.
struct ProgramUses {
    bool module_memory = false;
    bool heap = false;
    bool child_launches = false;
    bool grid_workspace = false;
    bool reserved_shared = false;
    bool cluster_barrier = false;
};

// What does not fit into an operation; the operation holds a pointer to it.
struct OperationForms {
    std::vector<std::unique_ptr<const MatrixForm>> matrix;
    std::vector<std::unique_ptr<const MatrixTransfer>> transfer;
    std::vector<std::unique_ptr<const WarpgroupForm>> warpgroup;
    std::vector<std::unique_ptr<const TextureForm>> texture;
    std::vector<std::unique_ptr<const SurfaceForm>> surface;
    std::vector<std::unique_ptr<const TensorForm>> tensor;
    std::vector<std::unique_ptr<const BulkForm>> bulk;
    std::vector<std::unique_ptr<const VideoForm>> video;
    std::vector<std::unique_ptr<const VectorAtomicForm>> vector_atomic;
};

struct CheckedKernel; // core/simt/checks/code/checked_kernel.h

// What the checks know of a program, made by its first launch with checks.
struct KernelForChecks {
    std::once_flag once;
    std::shared_ptr<const CheckedKernel> kernel;
};

class ProgramBody {
public:
    std::vector<Operation> operations; // one per instruction, and one OperationKind::end
    std::vector<std::uint32_t> straight_end; // for each operation: the first one from it on that does more than continue
    // The operations that do more than count, and for each operation the number of those before it: a run of straight operations
    // executes only these.
    std::vector<std::uint32_t> effective;
    std::vector<std::uint32_t> first_effective;
    std::unique_ptr<jit::CodeOfProgram> translated; // null: everything is interpreted
    std::vector<std::uint32_t>
        drifting_end; // the same if lanes diverge at any instruction: also the first one with a member mask
    std::vector<std::uint32_t> member_rows; // for each operation: the row with the mask of the lanes that reconverge there, or
                                            // kNoRow
    std::vector<FunctionBody> functions; // the kernel first
    std::vector<std::uint32_t> function_of_module; // by index into Module::functions: into functions, or kNoFunction
    std::vector<CallForm> calls;
    std::vector<ServiceForm> services;
    std::vector<std::vector<std::uint32_t>> branch_tables; // operations
    ProgramUses uses;
    ptx::Listing listing; // the instruction of an operation
    std::vector<ConstantRow> constants;
    std::vector<Row> cleared; // of the kernel: zeroed when a block starts
    std::uint32_t register_file_bytes = 0; // of one warp
    std::vector<MemoryForm> memory_forms; // by Operation::site
    OperationForms forms;
    std::uint32_t static_shared_bytes = 0;
    std::uint32_t dynamic_shared_offset = 0;
    std::uint32_t parameter_bytes = 0;
    std::unique_ptr<KernelForChecks> for_checks = std::make_unique<KernelForChecks>();
};

} // namespace warpstage::simt
