// What the commands are written with: lessons and the machine that runs them, options that several share, words for values.
#pragma once

#include "app/cli/lessons.h"
#include "app/cli/option_groups.h"
#include "core/base/text.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>
#include <variant>
