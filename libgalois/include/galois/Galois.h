/** The user interface in one header: loops, the system object, memory. */
#ifndef GALOIS_GALOIS_H
#define GALOIS_GALOIS_H

#include "galois/Loops.h"
#include "galois/Mem.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/Timer.h"
#include "galois/config.h"

#endif
