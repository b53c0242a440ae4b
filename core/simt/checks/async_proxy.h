// Copies between global and shared memory through the asynchronous proxy (cp.async.bulk, tensor copies), and products of matrices
// in shared memory (wgmma), which only read: which generic writes no
// proxy fence separates from them (PTX ISA, 9.7.13.4 "fence.proxy.async"), and which copies a thread may not yet rely on.
#pragma once

#include "core/simt/async/phase_log.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::simt {

struct CopyConflict {
    enum class Kind : std::uint8_t {
        no_proxy_fence, // a generic write, then an asynchronous access
        unfinished_load, // an access of what a copy writes, before its phase
        unfinished_store, // a write of what a copy or a product reads, before its wait
    };
    struct Party {
        std::uint32_t warp = 0;
        std::uint32_t lane = 0;
        std::uint32_t pc = 0;
    };
    Kind kind = Kind::no_proxy_fence;
    Party earlier;
    Party later;
    AccessKind later_kind = AccessKind::load;
    std::uint64_t offset = 0; // in shared memory
    std::uint32_t bytes = 0;
    const std::byte* word = nullptr; // of the phase
    std::uint64_t phase = 0;
    bool product = false; // the asynchronous access is one of wgmma
};

// Of the shared memory of one block. A wait counts for all lanes of its warp.
class AsyncProxy {
public:
    // `used`: the kernel contains such copies. Blocks with more than kMaxWarps warps are not checked.
    static constexpr std::uint32_t kMaxWarps = 64;
    AsyncProxy(std::uint64_t shared_bytes, std::uint32_t warps, bool used);

    // A block starts; `log` outlives its run.
    void start(const PhaseLog& log, std::uint64_t block);
    [[nodiscard]] bool is_used() const { return !m_writes.empty(); }

    void fence(std::uint32_t warp) { m_fences[warp] = ++m_time; }
    // `products`: groups of wgmma, else of copies.
    void commit(const Step& step, bool products);
    // The threads wait until at most `pending` of their groups have not read their source.
    void wait(const Step& step, std::uint32_t pending, bool products);
    // Warps have synchronized: the first ones come after all of them.
    void meet_all();
    void meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived);
    // The warp has acquired something from some other thread: it counts as ordered after all waits.
    void acquire(std::uint32_t warp);

    // A generic access, before it is noted.
    [[nodiscard]] std::optional<CopyConflict> find(const Step& step, const Access& access) const;
    void write(const Step& step, const Access& access);

    // The lanes of the step are about to issue copies, or the warp a product; `word`: the mbarrier object that counts the bytes
    // of the lane's copy in this block, or null.
    void begin(const Step& step, bool products);
    void set_word(unsigned lane, const std::byte* word);
    // A part of such a copy.
    [[nodiscard]] std::optional<CopyConflict> issue(const Step& step, const Access& pieces);

private:
    struct Write {
        std::uint64_t time = 0; // 0: none
        CopyConflict::Party party;
    };
    struct Extent {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;

        bool operator==(const Extent&) const = default;
    };
    struct Copy {
        CopyConflict::Party issuer;
        bool reads = false; // the shared memory
        std::vector<Extent> extents;
        const std::byte* word = nullptr; // null: it completes by groups
        std::uint64_t phase = 0;
        std::uint32_t group = 0; // of its thread
        std::uint64_t known = 0; // warps that come after its end
        bool product = false; // of wgmma
    };
    struct Issue {
        const std::byte* word = nullptr;
        std::uint64_t phase = 0;
    };

    [[nodiscard]] std::uint32_t& group_of(std::uint32_t warp, unsigned lane, bool products)
    {
        return m_groups[(std::size_t { warp } * kMaxLanes + lane) * 2 + (products ? 1 : 0)];
    }
    void forget_repeated_product();
    [[nodiscard]] std::uint64_t known_by(const Copy& copy) const;
    [[nodiscard]] const Copy* find_copy(std::uint64_t offset, std::uint32_t bytes, std::uint32_t warp, bool writes) const;
    void drop_complete();

    std::uint64_t m_all_warps = 0;
    std::vector<Write> m_writes; // the last generic one of each word
    std::vector<std::uint64_t> m_fences; // by warp: the time of its last proxy fence
    std::vector<std::uint32_t> m_groups; // [warp][lane][of products]: committed ones
    std::vector<Issue> m_issues; // by lane of the current step
    std::vector<Copy> m_copies;
    bool m_products = false; // issued by the current step
    std::size_t m_first_of_step = 0; // copies from here on belong to the current step
    const PhaseLog* m_log = nullptr;
    std::uint64_t m_block = 0;
    std::uint64_t m_time = 0;
};

} // namespace warpstage::simt
