// The claims of [Raghupathi06] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>

namespace muslin::bench {

Paper raghupathi2006() {
  Paper paper{.name = "raghupathi2006", .key = "Raghupathi06", .claims = {}};
  PaperClaim scenes{.text = "The scenes as they are shipped", .cases = {}};
  for (const char* scene : {"cloth-pile", "cylinder", "garment", "hit", "knot", "pulley"})
    scenes.cases.push_back({.name = scene, .scene = std::string("raghupathi2006/") + scene, .changes = {}});
  paper.claims = {scenes};
  return paper;
}

}  // namespace muslin::bench
