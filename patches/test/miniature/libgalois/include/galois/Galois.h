/** The header that includes the others. */
#pragma once

#include "galois/Loops.h"
#include "galois/MethodFlags.h"
#include "galois/SharedMemSys.h"
#include "galois/config.h"
