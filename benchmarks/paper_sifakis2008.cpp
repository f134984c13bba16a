// The claims of [Sifakis08] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>

namespace muslin::bench {

Paper sifakis2008() {
  Paper paper{.name = "sifakis2008", .key = "Sifakis08", .claims = {}};
  PaperClaim scenes{.text = "The scenes as they are shipped", .cases = {}};
  for (const char* scene : {"curtains", "drapes", "hammock", "spheres"})
    scenes.cases.push_back({.name = scene, .scene = std::string("sifakis2008/") + scene, .changes = {}});
  paper.claims = {scenes};
  return paper;
}

}  // namespace muslin::bench
