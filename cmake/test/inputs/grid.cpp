// Makes a graph, and sees an error of the library as the type that it is.
#include <cstdio>

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/generate/Grid.h"

int main() {
  using namespace galois::inputs;
  const Graph grid = generateGrid(3, 2, WeightSpec{});
  std::printf("%u nodes, %u arcs\n", static_cast<unsigned>(grid.numNodes()),
              static_cast<unsigned>(grid.numArcs()));
  try {
    InputFile missing("there is no such file");
  } catch (const InputError&) {
    std::puts("refused");
  }
}
