/**
 * The nodes of a program <name>-nodes: a cluster in virtual time within this process, whose nodes
 * have several workers each. Every search of the program runs on all nodes.
 */
#pragma once

#include <functional>

#include "galois/dist/Ranks.h"
#include "galois/dist/transport/VirtualTransport.h"

namespace lonestar::search {

/// The nodes, as one of them sees them.
using Nodes = galois::dist::Ranks<galois::dist::VirtualTransport>;

/// Runs fn(nodes) on each node in virtual time, and keeps what each did for the record.
/// @throws what fn throws
void onVirtualNodes(const std::function<void(Nodes&)>& fn);

/// Runs program(argc, argv) once, and returns the exit status.
int nodesMain(int argc, char** argv, int (*program)(int, char**));

} // namespace lonestar::search
