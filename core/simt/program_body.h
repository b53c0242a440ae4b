// What a Program is made of: written once by lowering, read by the interpreter.
#pragma once

#include "core/ptx/ast.h"
#include "core/simt/instruction_set.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace warpstage::simt {

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

// A row that no instruction writes: filled before the kernel starts, so that every operand is a row.
struct ConstantRow {
    Row row;
    std::variant<ImmediateConstant, SpecialConstant, ParameterConstant> content;
};

// What observers and traps need to know of a memory operation.
struct MemoryForm {
    ptx::StateSpace space = ptx::StateSpace::global; // shared, global or generic
    AccessKind kind = AccessKind::load;
    std::uint8_t element_bytes = 0; // in memory
    std::uint8_t elements = 0;
    std::uint8_t lane_bytes = 0; // of the element rows
    std::uint8_t address_bytes = 0; // of the address row
    bool copies_to_shared = false; // cp.async: what it reads; the next form is what it writes

    [[nodiscard]] std::uint32_t bytes() const { return std::uint32_t { element_bytes } * elements; }
};

class ProgramBody {
public:
    std::vector<Operation> operations; // one for each instruction and one OperationKind::end
    std::vector<std::uint32_t> straight_end; // for each: the first one at or behind it that needs more than "go on"
    std::vector<std::uint32_t> member_rows; // for each: the row with the mask of the lanes that meet there, or kNoRow
    std::vector<ConstantRow> constants;
    std::vector<Row> cleared; // registers that may be read before they are written: zeroed when a block starts
    std::uint32_t register_file_bytes = 0; // of one warp
    std::vector<MemoryForm> memory_forms; // by Operation::site
    std::uint32_t static_shared_bytes = 0;
    std::uint32_t dynamic_shared_offset = 0;
    std::uint32_t parameter_bytes = 0;
};

} // namespace warpstage::simt
