// What the files of the stage are written with: draw lists and their style, results, and the standard headers behind them.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "core/base/result.h"
#include "core/base/words.h"
