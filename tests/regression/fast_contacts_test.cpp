// What moves far into cloth in one step, or pulls cloth from under something, must not tear it along: contacts and
// friction are those that a step begins with.
#include <gtest/gtest.h>
#include <tests/support/extremes.hpp>

namespace muslin::fast_contacts_test {
namespace {

using test::Extremes;
using test::simulate;

// A blade takes the curtain along for 20 m if it moves by ten centimetres in each step, and stretches it to forty times
// its length. In shorter steps the curtain slides off.
TEST(FastContacts, ACurtainSlidesOffABladeAt50MetresPerSecond) {
  const Extremes run = simulate(R"({
    "version": 1, "time": { "frame_rate": 500, "step": "2 ms" },
    "bodies": [
      { "name": "curtain", "cloth": { "grid": [10, 14], "size": [0.75, 1] }, "fabric": "cotton", "thickness": "1 mm",
        "place": { "rotate": [90, 0, 0] }, "pins": ["top"] },
      { "name": "blade", "obstacle": { "box": { "size": [1, 0.06, 0.005], "divisions": [20, 2, 1] } },
        "thickness": "1 mm", "friction": 0.1, "place": { "rotate": [60, 0, 0], "translate": [0, -0.2, -0.2] },
        "motion": { "velocity": [0, 0, 50] } } ] })",
                                50);
  EXPECT_GT(run.contacts, 0);
  EXPECT_GT(run.retries, 0);
  EXPECT_LT(run.strain, 4.0);
  EXPECT_LT(run.energy, 1e4);
}

// The pull may stretch the cloth by 4 m/s over the speed of sound in it, some 2 %, and a step gathers more of it.
// Friction that was estimated for cloth that sticks stretched it by 40 %, with 17 J.
TEST(FastContacts, ATableClothThatIsJerkedAwayIsRubbedByCoulombsLaw) {
  const Extremes run = simulate(R"({
    "version": 1, "time": { "frame_rate": 240, "step": "1/240 s" },
    "bodies": [
      { "name": "cloth", "cloth": { "grid": [19, 13], "size": [0.9, 0.6] }, "fabric": "cotton", "thickness": "1 mm",
        "friction": 0.2, "place": { "translate": [0, 0.0009, 0] },
        "pins": [ { "vertices": "right", "motion": { "velocity": [4, 0, 0], "begin": "0.05 s" } } ] },
      { "name": "table", "obstacle": { "plane": { "size": [3, 3] } }, "thickness": "1 mm", "friction": 0.2 } ] })",
                                20);
  EXPECT_GT(run.proximities, 1000);
  EXPECT_LT(run.strain, 0.2);
  EXPECT_LT(run.energy, 4.0);
  EXPECT_GT(run.speed, 3.9);
}

// Wind of 36 m/s moves light cloth by four times its size in 20 ms. One linearised step does not see that it becomes
// longer, and stretched it to 36 times its length, although it touches nothing.
TEST(FastContacts, AGaleDoesNotStretchLightClothInOneStep) {
  const Extremes run = simulate(R"({
    "version": 1, "time": { "frame_rate": 10, "step": "20 ms" },
    "forces": { "wind": { "velocity": [-32, 0, 16] } },
    "bodies": [ { "name": "cloth", "cloth": { "grid": [4, 9], "size": [0.17, 0.12] }, "place": { "rotate": [90, 0, 0] },
      "fabric": { "areal_density": 0.015, "stretch": 900, "shear": 3800, "bending": 2e-9 }, "stretch_model": "springs",
      "pins": ["bottom"] } ] })",
                                10);
  EXPECT_GT(run.retries, 0);
  EXPECT_LT(run.strain, 0.5);
}

}  // namespace
}  // namespace muslin::fast_contacts_test
