#include <muslin/core/option.hpp>
#include <muslin/model/body.hpp>

namespace muslin {

void describe(Description<StretchLimit>& options) {
  using O = StretchLimit;
  options.about("Limits how far a sheet or a cable can stretch.");
  options.named("stretch_limit");
  options.short_for("limit");
  options.number("limit", &O::limit).above(0).to(10).about("Largest stretch, less one; as little as 1e-6 works.");
  options
      .choice(
          "parts", &O::parts,
          {{"threads", LimitedParts::threads}, {"edges", LimitedParts::edges}, {"triangles", LimitedParts::triangles}})
      .about(
          "What is limited: edges along warp and weft, so that the sheet may still shear; all edges; or triangles "
          "in every direction, for any mesh.");
  options.choice("rule", &O::rule, {{"limit", LengthRule::limit}, {"keep", LengthRule::keep}})
      .about(
          "Lengths stay below the limit and are free there, or all are corrected to their rest length whenever one "
          "exceeds the limit [Goldenthal07].");
  options.number("compression", &O::compression)
      .from(0)
      .to(0.99)
      .about(
          "The most that an edge or a segment is shortened, as a share of its rest length; 0 is no limit; with "
          "\"qp_collide\" only.");
  options.number("rate", &O::rate, quantity::kFrequency)
      .from(0)
      .to(1e9)
      .about(
          "The most that the stretch of an edge or a segment changes in a second, in either direction; 0 is no limit; "
          "with \"qp_collide\" only.");
  options.integer("max_iterations", &O::max_iterations)
      .from(1)
      .to(10'000)
      .about("Iterations of the projection in a step, at most.");
}

}  // namespace muslin
