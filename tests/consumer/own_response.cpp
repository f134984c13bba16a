// A response of somebody who embeds the solver, written against the installed headers alone. It must do the work: the
// scene has no contact springs and no repulsion, and the program counts what the response resolved.
#include <cstdio>
#include <muslin/contact/impulse.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/sim/simulator.hpp>

namespace {

using muslin::Vec3;

struct Work {
  int calls = 0;
  int impulses = 0;
  int resolved = 0;
};

/// Takes away the approach at each contact, as if the elements were lead.
class LeadResponse final : public muslin::Response {
 public:
  explicit LeadResponse(Work& work) : work_(work) {}
  [[nodiscard]] std::string_view name() const override { return "lead"; }
  [[nodiscard]] muslin::ResponseReport resolve(muslin::CollisionView& step) override {
    ++work_.calls;
    int pass = 0;
    for (; pass < 30 && step.has_movable_contacts(); ++pass) {
      for (const muslin::Contact& contact : step.contacts()) {
        const double a = muslin::inverse_mass(contact, step.inverse_mass());
        // The velocity at which the pair ends the step at its target gap, or farther apart each time it is found.
        const double gap = muslin::normal_gap(contact, step.start()) - (1 + pass) * step.target_gap(contact);
        const double approach = muslin::normal_velocity(contact, step.velocity()) + 0.5 * gap / step.size();
        if (a <= 0.0 || approach >= 0.0) continue;
        muslin::apply_impulse(contact, -approach / a * contact.normal, step.inverse_mass(), step.velocity());
        ++work_.impulses;
      }
      step.detect_again();
    }
    const muslin::ResponseReport report = muslin::summarize_response(step, pass);
    if (report.status == muslin::ResponseReport::Status::resolved) ++work_.resolved;
    return report;
  }

 private:
  Work& work_;
};

/// A sheet that falls on a ball.
muslin::Scene falling_sheet() {
  muslin::SceneBody sheet, ball;
  sheet.body.name = "sheet";
  sheet.body.mesh = muslin::make_grid({.vertices = {15, 15}}).value();
  for (Vec3& x : sheet.body.mesh.positions) x += Vec3(0.03, 0.32, 0.02);
  ball.body.name = "ball";
  ball.body.kind = muslin::BodyKind::obstacle;
  ball.body.mesh = muslin::make_sphere({.radius = 0.3}).value();
  ball.scripts.emplace_back();
  for (std::size_t i = 0; i < ball.body.mesh.positions.size(); ++i)
    ball.scripts[0].vertices.emplace_back(static_cast<std::int32_t>(i));
  muslin::Scene scene;
  scene.collision.repulsion.stiffness = 0.0;
  scene.collision.repulsion.implicit_stiffness = 0.0;
  scene.bodies = {sheet, ball};
  return scene;
}

}  // namespace

int main() {
  Work work;
  auto simulator = muslin::Simulator::create(falling_sheet(), {.response = std::make_unique<LeadResponse>(work)});
  if (!simulator) return std::puts(simulator.error().message().c_str()), 1;
  std::vector<muslin::Triangle> triangles;
  for (std::size_t b = 0; b < simulator->scene().bodies.size(); ++b)
    for (muslin::Triangle triangle : simulator->scene().bodies[b].body.mesh.triangles) {
      for (muslin::VertexId& v : triangle) v.value += static_cast<std::int32_t>(simulator->range(b).first_vertex);
      triangles.push_back(triangle);
    }
  std::size_t intersections = 0;
  for (int frame = 0; frame < 12; ++frame) {
    const auto outcome = simulator->advance();
    if (!outcome || outcome->divergence) return std::puts("the run failed"), 1;
    intersections += muslin::audit({.positions = simulator->state().position, .triangles = triangles}).intersections;
  }
  std::printf("%d calls, %d impulses, %d steps resolved; %zu intersections\n", work.calls, work.impulses, work.resolved,
              intersections);
  return work.impulses > 0 && work.resolved > work.calls / 2 && intersections == 0 ? 0 : 1;
}
