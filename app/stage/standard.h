// Common headers of the stage: draw lists, style, results, translated texts.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "core/base/result.h"
#include "core/base/words.h"
