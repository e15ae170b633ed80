/** The options of loops under the path that programs for Galois 6 include. */
#pragma once

#include "galois/Traits.h"
