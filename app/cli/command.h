// What every command needs: lessons, the device that runs them, shared options and text for values.
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
