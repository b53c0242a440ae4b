#include "core/runtime/status.h"

namespace warpstage::runtime {

namespace {

constexpr const char* kUnrecognized = "unrecognized error code";

} // namespace

const char* name_of(Status status)
{
    switch (status) {
#define STATUS(enumerator, code, name, text)                                                                                     \
    case Status::enumerator:                                                                                                     \
        return name;
#include "core/runtime/status.inc"
#undef STATUS
    }
    return kUnrecognized;
}

const char* text_of(Status status)
{
    switch (status) {
#define STATUS(enumerator, code, name, text)                                                                                     \
    case Status::enumerator:                                                                                                     \
        return text;
#include "core/runtime/status.inc"
#undef STATUS
    }
    return kUnrecognized;
}

Status status_of(simt::TrapKind kind)
{
    switch (kind) {
    case simt::TrapKind::out_of_bounds:
    case simt::TrapKind::stack_overflow: // as on an H200
    case simt::TrapKind::invalid_texture:
        return Status::illegal_address;
    case simt::TrapKind::misaligned:
        return Status::misaligned;
    case simt::TrapKind::deadlock:
    case simt::TrapKind::budget_exhausted:
        return Status::timeout;
    case simt::TrapKind::invalid_call:
        return Status::invalid_pc;
    case simt::TrapKind::assertion_failed:
        return Status::assert_failed;
    case simt::TrapKind::invalid_mask: // as on an H200
        return Status::illegal_instruction;
    case simt::TrapKind::divergent_barrier:
    case simt::TrapKind::uninitialized_read:
    case simt::TrapKind::race:
    case simt::TrapKind::invalid_barrier:
    case simt::TrapKind::invalid_free:
    case simt::TrapKind::trap_instruction:
        return Status::launch_failure;
    }
    return Status::unknown;
}

} // namespace warpstage::runtime
