#include "app/stage/input/sheet_commands.h"

#include "app/stage/stage_parts.h"

namespace warpstage::stage {

namespace {

using session::Command;

// The same key closes the sheet; its counts are kept until something changes.
void toggle_sheet(StageParts& stage, const views::View& sheet, bool requested, const Command& request)
{
    stage.state.overlay.toggle_sheet(sheet);
    if (stage.state.overlay.sheet() != nullptr && !requested)
        stage.state.commands.push_back(request);
}

void read_machine_code(StageParts& stage)
{
    const auto& overlay = stage.state.overlay;
    if (overlay.window().code == views::CodeColumns::machine && !stage.state.snapshot->machine_code->requested)
        stage.state.commands.push_back(session::ReadMachineCode {});
}

} // namespace

void toggle_counters(StageParts& stage)
{
    toggle_sheet(stage, views::named::counters, stage.state.snapshot->counters->hardware != nullptr, session::CountHardware {});
}

void toggle_comparison(StageParts& stage)
{
    toggle_sheet(stage, views::named::compare, stage.state.snapshot->run->compared.has_value(),
        session::SelectCompared { session::Direction::next });
    if (stage.state.overlay.sheet() != nullptr && !stage.state.snapshot->step_counts->requested)
        stage.state.commands.push_back(session::CountStep {});
}

void next_code_columns(StageParts& stage)
{
    stage.state.overlay.next_code_columns();
    read_machine_code(stage);
}

void show_machine_code(StageParts& stage)
{
    stage.state.overlay.show_code_columns(views::CodeColumns::machine);
    read_machine_code(stage);
}

void toggle_heat_map(StageParts& stage)
{
    toggle_sheet(stage, views::named::heat, stage.state.snapshot->counters->heat != nullptr, session::MapKernel {});
}

void toggle_memory(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::named::memory);
}

void toggle_occupancy(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::named::occupancy);
}

void toggle_hierarchy(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::named::hierarchy);
}

void toggle_index(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::named::index);
}

void toggle_retirement(StageParts& stage)
{
    stage.state.overlay.toggle_sheet(views::named::retirement);
}

void toggle_sm(StageParts& stage)
{
    toggle_sheet(stage, views::named::sm, stage.state.snapshot->sm->requested, session::ModelSm {});
}

void choose_compared(StageParts& stage)
{
    if (stage.state.overlay.sheet() != &views::named::compare)
        toggle_comparison(stage);
    stage.lists.toggle(ListId::compared);
}

} // namespace warpstage::stage
