/**
 * The user interface in one header: loops, the system object, memory, and what programs written for
 * Galois expect this header to bring with it. Code that needs one part includes that part's header,
 * which compiles faster.
 */
#pragma once

#include <iostream>
#include <random>

#include "galois/Bag.h"
#include "galois/Loops.h"
#include "galois/Mem.h"
#include "galois/MethodFlags.h"
#include "galois/ParallelSTL.h"
#include "galois/PerThreadContainer.h"
#include "galois/Reduction.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/Timer.h"
#include "galois/config.h"
#include "galois/gIO.h"
#include "galois/runtime/Substrate.h"
#include "galois/substrate/PtrLock.h"
#include "galois/worklists/WorkList.h"
