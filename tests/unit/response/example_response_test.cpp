#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <muslin/contact/impulse.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/response.hpp>
#include <string>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/piles.hpp>
#include <tests/support/program.hpp>

// The worked example of docs/adding-a-response.md, which quotes the lines between the two marks.
namespace muslin::example_response_test {
namespace {

// example begins
/// Freezes contacts: an impulse at each contact takes away all of its relative velocity, sliding included.
class FreezeContacts final : public Response {
 public:
  explicit FreezeContacts(int passes) : passes_(passes) {}

  [[nodiscard]] std::string_view name() const override { return "freeze_contacts"; }

  [[nodiscard]] ResponseReport resolve(CollisionView& step) override {
    int pass = 0;
    for (; pass < passes_ && step.has_movable_contacts(); ++pass) {
      for (const Contact& contact : step.contacts()) {
        const double a = inverse_mass(contact, step.inverse_mass());
        if (!(a > 0.0)) continue;  // only prescribed vertices take part: no impulse helps
        const Vec3 relative = relative_velocity(contact, step.velocity());
        apply_impulse(contact, -relative / a, step.inverse_mass(), step.velocity());
      }
      step.detect_again();  // contacts() now holds the collisions that are left
    }
    return summarize_response(step, pass);
  }

 private:
  int passes_;
};
// example ends

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::triangle;

std::string text_of(const std::string& path) {
  std::ifstream file(test::source_path("") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  return text.substr(from + begin.size(), text.find(end, from + begin.size()) - from - begin.size());
}

TEST(ExampleResponse, IsTheOneOnThePage) {
  const std::string quoted = between(text_of("docs/adding-a-response.md"), "```cpp\n", "```");
  const std::string compiled =
      between(text_of("tests/unit/response/example_response_test.cpp"), "// example begins\n", "// example ends\n");
  EXPECT_FALSE(quoted.empty());
  EXPECT_EQ(quoted, compiled);
}

// Vertex 3 of mass 1/3 kg falls at 1 m/s and slides at 2 m/s on a prescribed triangle at rest.
TEST(ExampleResponse, TakesAwayTheRelativeVelocityOfAContact) {
  CollisionCase pair;
  pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 0.0);
  pair.add(triangle({0.25, 5e-3, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), 3.0);
  pair.move(std::vector<Vec3>{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), {2, -1, 0}, Vec3::Zero(), Vec3::Zero()});
  CollisionStep& step = pair.begin();
  step.begin_response();
  ASSERT_EQ(step.contacts().size(), 1U);
  FreezeContacts response(4);
  const ResponseReport report = response.resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(step.velocity()[3].norm(), 1e-12);
}

TEST(ExampleResponse, WithoutPassesLeavesTheContacts) {
  CollisionCase pile = test::random_pile({.sheets = 2, .vertices = 4});
  CollisionStep& step = pile.begin();
  step.begin_response();
  ASSERT_FALSE(step.contacts().empty());
  FreezeContacts response(0);
  EXPECT_EQ(response.resolve(step).status, Status::budget_spent);
}

// In a whole simulation, whose ladder does the rest: no frame intersects.
TEST(ExampleResponse, RunsInASimulation) {
  for (const std::string& name : test::collision_scene_names()) {
    SCOPED_TRACE(name);
    int responses = 0;
    std::int64_t vertices = 0;
    Scene scene = test::collision_scene(name);
    scene.collision.repulsion.implicit_stiffness = 0.0;
    Simulator simulator =
        Simulator::create(std::move(scene), {.response = std::make_unique<FreezeContacts>(20)}).value();
    for (int frame = 0; frame < 10; ++frame) {
      ASSERT_TRUE(simulator.advance([&](const StepReport& report) {
        responses += report.collision.rungs.response;
        vertices += report.collision.response_vertices;
        EXPECT_EQ(report.collision.response_acted > 0.0, report.collision.response_vertices > 0);
        return true;
      }));
      EXPECT_EQ(test::intersections(simulator), 0U);
    }
    EXPECT_GT(responses, 0);
    EXPECT_GT(vertices, 0);
  }
}

}  // namespace
}  // namespace muslin::example_response_test
