/** The version of the Galois interface and of this implementation. */
#pragma once

#include <string>

namespace galois {

/// Returns the version of the Galois interface that programs are compiled against: "6.0.0".
std::string getVersion();
/// Returns the name and version of this implementation: "galois-cps-0.1.0".
std::string getRevision();
/// Return the three parts of getVersion(). @{
int getVersionMajor();
int getVersionMinor();
int getVersionPatch(); /// @}
/// Returns the year in the copyright notice.
int getCopyrightYear();

} // namespace galois
