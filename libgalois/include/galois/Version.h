/** Which Galois interface this is, and which implementation of it. */
#ifndef GALOIS_VERSION_H
#define GALOIS_VERSION_H

#include <string>

namespace galois {

/// The version of the Galois interface that programs are compiled against: "6.0.0".
std::string getVersion();
/// The implementation and its own version: "galois-cps-0.1.0".
std::string getRevision();
/// The three parts of getVersion().
int getVersionMajor();
int getVersionMinor();
int getVersionPatch();
/// The year in the copyright notice.
int getCopyrightYear();

} // namespace galois

#endif
