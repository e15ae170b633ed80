#include "galois/Version.h"

namespace galois {

namespace {

constexpr int kMajor = 6;
constexpr int kMinor = 0;
constexpr int kPatch = 0;
constexpr int kCopyrightYear = 2026;

} // namespace

std::string getVersion() {
  return std::to_string(kMajor) + '.' + std::to_string(kMinor) + '.' + std::to_string(kPatch);
}

std::string getRevision() { return "galois-cps-" GALOIS_CPS_VERSION; }

int getVersionMajor() { return kMajor; }
int getVersionMinor() { return kMinor; }
int getVersionPatch() { return kPatch; }
int getCopyrightYear() { return kCopyrightYear; }

} // namespace galois
