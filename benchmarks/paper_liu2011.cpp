// The claims of [Liu11] and the cases that show whether they hold.
#include <benchmarks/paper_case.hpp>

namespace muslin::bench {

Paper liu2011() {
  Paper paper{.name = "liu2011", .key = "Liu11", .claims = {}};
  PaperClaim scenes{.text = "The scenes as they are shipped", .cases = {}};
  for (const char* scene : {"buttons", "exp1", "exp2", "sequins"})
    scenes.cases.push_back({.name = scene, .scene = std::string("liu2011/") + scene, .changes = {}});
  paper.claims = {scenes};
  return paper;
}

}  // namespace muslin::bench
