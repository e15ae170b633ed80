#include <cstdio>

#include "galois/dist/push/NodeParts.h"

int main() {
  std::printf("columns of 64 ranks: %u\n", galois::dist::NodeParts::columnsOf(64));
  return 0;
}
