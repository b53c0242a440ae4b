// Moves through a trace in both directions and reconstructs the block's shared memory at each step from the recorded stores.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::trace {

// What the step at the cursor does with an element.
enum class Touch : std::uint8_t { none, read, written };

// Shared memory is shown as an array of equal elements from byte 0 up to the highest byte that the trace touches.
//
// An element is known if every byte of it has been stored and the trace contains the value. Two kinds of values are missing: an
// Access keeps the first 8 bytes of each lane, so the second half of a 16-byte store makes its elements unknown; and the result
// of an atomic operation also makes its element unknown. If several lanes store to one address, the highest lane wins, as in the
// virtual machine; CUDA leaves this undefined.
class Cursor {
public:
    // Starts at step 0. `trace` must outlive the cursor; element_bytes is 1, 2, 4 or 8.
    explicit Cursor(const Trace& trace, std::size_t element_bytes = 4);

    // Moves to trace.steps[step], which counts as executed; a larger index selects the last step.
    void seek(std::size_t step);

    [[nodiscard]] std::size_t step() const { return m_step; }
    // Null for a trace without steps.
    [[nodiscard]] const StepRecord* record() const;

    // Bits of each element, little endian, zero extended; 0 if unknown.
    [[nodiscard]] std::span<const std::uint64_t> values() const { return m_values; }
    [[nodiscard]] const std::vector<bool>& known() const { return m_known; }
    // By the step at the cursor.
    [[nodiscard]] std::span<const Touch> touched() const { return m_touched; }

private:
    struct Byte {
        std::uint8_t value = 0;
        bool known = false;
    };
    using Memory = std::vector<Byte>;

    void apply(const simt::Access& access);
    void refresh_element(std::size_t element);
    void restore(std::size_t key_frame);
    void mark_touched();
    template <typename Visit> void for_each_element(const simt::Access& access, Visit&& visit) const;

    const Trace* m_trace;
    std::size_t m_element_bytes;
    std::size_t m_step = 0;

    std::vector<std::size_t> m_writes; // the steps that store to shared memory, in order
    std::size_t m_writes_done = 0; // number of them applied to m_memory
    std::size_t m_writes_per_key_frame = 1;
    std::vector<Memory> m_key_frames; // number i: the memory after i * m_writes_per_key_frame writes

    Memory m_memory;
    std::vector<std::uint64_t> m_values;
    std::vector<bool> m_known;
    std::vector<Touch> m_touched;
};

} // namespace warpstage::trace
