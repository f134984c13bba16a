#include <algorithm>
#include <tests/soak/judge/finding.hpp>

namespace muslin::soak {

const char* name_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::crash:
      return "crash";
    case FailureKind::hang:
      return "hang";
    case FailureKind::intersection:
      return "intersection";
    case FailureKind::needless_stop:
      return "needless stop";
    case FailureKind::dishonest_exit:
      return "dishonest exit";
    case FailureKind::energy:
      return "energy";
    case FailureKind::thread_bits:
      return "bits by threads";
    case FailureKind::resume_bits:
      return "bits after kill";
    case FailureKind::strain:
      return "strain";
  }
  return "";
}

bool has(const Findings& findings, FailureKind kind) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) { return finding.kind == kind; });
}

}  // namespace muslin::soak
