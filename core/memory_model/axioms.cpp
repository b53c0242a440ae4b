#include "core/memory_model/axioms.h"

namespace warpstage::memory_model {

namespace {

bool is_strong(const Event& event)
{
    switch (event.type) {
    case Event::Type::read:
    case Event::Type::write:
        return event.order != Order::weak;
    case Event::Type::fence:
        return event.scope != Scope::none; // a proxy fence has no scope
    case Event::Type::barrier:
        return false;
    }
    return false;
}

bool includes(const LitmusTest& test, const Event& operation, const Event& other)
{
    const LitmusThread& own = test.threads[operation.thread];
    const LitmusThread& its = test.threads[other.thread];
    switch (operation.scope) {
    case Scope::none:
        return false;
    case Scope::cta:
        return own.gpu == its.gpu && own.cta == its.cta;
    case Scope::gpu:
        return own.gpu == its.gpu;
    case Scope::sys:
        return true;
    }
    return false;
}

bool in_one_cta(const LitmusTest& test, const Event& left, const Event& right)
{
    if (left.thread == kNoThread || right.thread == kNoThread)
        return false;
    const LitmusThread& a = test.threads[left.thread];
    const LitmusThread& b = test.threads[right.thread];
    return a.gpu == b.gpu && a.cta == b.cta;
}

template <typename Has> EventSet select(const std::vector<Event>& events, const Has& has)
{
    EventSet result = 0;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (has(events[i]))
            result |= only(i);
    return result;
}

template <typename Has> Relation pairs(const std::vector<Event>& events, const Has& has)
{
    Relation result;
    for (std::size_t i = 0; i < events.size(); ++i)
        for (std::size_t j = 0; j < events.size(); ++j)
            if (has(events[i], events[j]))
                result.add(i, j);
    return result;
}

Relation or_equal(const Relation& relation)
{
    return relation | Relation::identity(~EventSet { 0 });
}

// A morally strong write and the read that observes it.
Relation direct_observation(const Execution& execution, const Structure& structure)
{
    return structure.morally_strong & execution.reads_from;
}

// The same, possibly through read-modify-write operations.
Relation observation_of(const Execution& execution, const Structure& structure, Model model)
{
    const Relation observed = direct_observation(execution, structure);
    if (model == Model::ptx_7_5)
        return (observed | execution.read_modify_write).transitive();
    return observed * or_equal((execution.read_modify_write * observed).transitive());
}

Relation cause_7_5(const Execution& execution, const Structure& structure, const Relation& base)
{
    const Relation generic = Relation::identity(structure.generic);
    const Relation alias = Relation::identity(structure.alias_fences);
    const Relation to_fence = base & structure.proxy_fence.reversed(); // from an access to a later fence of its proxy
    const Relation from_fence = base & structure.proxy_fence;
    const Relation address = structure.same_address
        & (generic * base * generic | to_fence * base * generic | generic * base * from_fence | to_fence * base * from_fence);
    const Relation same_proxy = structure.same_proxy_in_cta & structure.same_address & base;
    const Relation through_alias = base * alias * base;
    const Relation aliased = structure.same_location
        & (generic * through_alias * generic | to_fence * through_alias * generic | generic * through_alias * from_fence
            | to_fence * through_alias * from_fence);
    const Relation observed = direct_observation(execution, structure) | execution.read_modify_write;
    return or_equal(observed) * (address | same_proxy | aliased);
}

Relation from_reads(const Execution& execution)
{
    return execution.reads_from.reversed() * execution.coherence;
}

} // namespace

bool scopes_include(const LitmusTest& test, const Event& left, const Event& right)
{
    return left.thread != kNoThread && right.thread != kNoThread && includes(test, left, right) && includes(test, right, left);
}

Structure::Structure(const LitmusTest& test, const Execution& execution, Model model)
{
    const auto& events = execution.events;
    reads = select(events, [](const Event& event) { return event.type == Event::Type::read; });
    writes = select(events, [](const Event& event) { return event.type == Event::Type::write; });
    memory = reads | writes;
    const EventSet strong_accesses = memory & select(events, is_strong);
    const EventSet fences =
        select(events, [](const Event& event) { return event.type == Event::Type::fence && event.scope != Scope::none; });
    const auto both_memory = [](const Event& a, const Event& b) {
        const auto is_memory = [](const Event& event) {
            return event.type == Event::Type::read || event.type == Event::Type::write;
        };
        return is_memory(a) && is_memory(b);
    };
    const auto same_memory = [&](const Event& a, const Event& b) {
        return both_memory(a, b) && test.locations[a.location].physical == test.locations[b.location].physical;
    };
    const auto same_generic = [&](const Event& a, const Event& b) {
        return both_memory(a, b) && test.locations[a.location].generic == test.locations[b.location].generic;
    };
    const auto same_proxy = [](const Event& a, const Event& b) {
        return a.proxy && a.proxy == b.proxy;
    };
    same_location = pairs(events, same_memory);
    same_address = pairs(events, same_generic);
    const Relation in_order = execution.program_order | execution.program_order.reversed();
    const Relation in_scope =
        pairs(events, [&](const Event& a, const Event& b) { return is_strong(a) && is_strong(b) && scopes_include(test, a, b); });
    const Relation overlap = pairs(events, [&](const Event& a, const Event& b) {
        if (model == Model::ptx_6_0)
            return !both_memory(a, b) || same_memory(a, b);
        return same_proxy(a, b) && (!both_memory(a, b) || same_generic(a, b));
    });
    morally_strong = ((in_order | in_scope) & overlap) - Relation::identity(~EventSet { 0 });
    po_location = execution.program_order & same_location;
    const Relation po_same = model == Model::ptx_6_0 ? po_location : execution.program_order & same_address;

    const EventSet releases = writes & select(events, [](const Event& event) { return event.order == Order::release; });
    const EventSet acquires = reads & select(events, [](const Event& event) { return event.order == Order::acquire; });
    const EventSet strong_writes = writes & strong_accesses;
    const EventSet strong_reads = reads & strong_accesses;
    release_pattern = or_equal(po_same).between(releases, strong_writes) | execution.program_order.between(fences, strong_writes);
    acquire_pattern = or_equal(po_same).between(strong_reads, acquires) | execution.program_order.between(strong_reads, fences);

    const Relation in_cta = pairs(events, [&](const Event& a, const Event& b) { return in_one_cta(test, a, b); });
    same_proxy_in_cta = pairs(events, same_proxy) & in_cta & Relation::product(memory, memory);
    const EventSet all_fences = select(events, [](const Event& event) { return event.type == Event::Type::fence; });
    proxy_fence = pairs(events, same_proxy) & in_cta & Relation::product(all_fences, memory);
    generic = select(events, [](const Event& event) { return event.proxy == Proxy::generic; });
    alias_fences = select(events, [](const Event& event) { return event.type == Event::Type::fence && !event.proxy; });
}

bool derive_causality(Execution& execution, const Structure& structure, Model model)
{
    if (!(execution.reads_from | execution.dependency).acyclic())
        return false;
    const Relation observation = observation_of(execution, structure, model);
    const Relation synchronizes =
        structure.morally_strong & (structure.release_pattern * observation * structure.acquire_pattern);
    const Relation po_or_equal = or_equal(execution.program_order);
    Relation base = po_or_equal * ((synchronizes | execution.fence_sc | execution.barrier) * po_or_equal).transitive();
    if (model == Model::ptx_7_5) {
        base = base | execution.program_order;
        execution.causality = cause_7_5(execution, structure, base);
    } else {
        execution.causality = base | observation * (base | structure.po_location);
    }
    return (execution.fence_sc * base).irreflexive();
}

Relation required_coherence(const Execution& execution, const Structure& structure)
{
    const EventSet initial =
        structure.writes & select(execution.events, [](const Event& event) { return event.thread == kNoThread; });
    const Relation from_initial = Relation::product(initial, structure.writes & ~initial);
    return (execution.causality.between(structure.writes, structure.writes) | from_initial) & structure.same_location;
}

bool satisfies_axioms(const Execution& execution, const Structure& structure, Model model)
{
    if (!execution.coherence.irreflexive())
        return false;
    const Relation reads_before = from_reads(execution);
    const Relation& strong = structure.morally_strong;
    if (!(((strong & reads_before) * (strong & execution.coherence)) & execution.read_modify_write).empty())
        return false;
    if (model == Model::ptx_6_0
        && !((strong & (execution.reads_from | execution.coherence | reads_before)) | structure.po_location).acyclic())
        return false;
    return ((execution.reads_from | reads_before) * execution.causality).irreflexive();
}

} // namespace warpstage::memory_model
