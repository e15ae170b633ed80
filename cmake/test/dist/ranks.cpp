#include <cstdio>

#include "galois/dist/MpiTransport.h"
#include "galois/dist/messages/Endpoint.h"

int main(int argc, char** argv) {
  return galois::dist::runRanks(argc, argv, false, [](galois::dist::MpiTransport& transport) {
    galois::dist::Endpoint<galois::dist::MpiTransport> endpoint(transport);
    endpoint.gather({});
    std::printf("rank %u of %u\n", endpoint.rank(), endpoint.ranks());
    return 0;
  });
}
