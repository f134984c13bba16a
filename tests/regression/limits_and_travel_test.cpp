// Limits on stretch that contradict each other or the contacts, and obstacles that cross small cloth in one step, must
// neither throw cloth nor stretch it. The soak of random scenes found these, and they were made small.
#include <gtest/gtest.h>
#include <tests/support/extremes.hpp>

namespace muslin::limits_and_travel_test {
namespace {

using test::Extremes;
using test::simulate;

// With several Newton steps, QP-Collide knew the masses only. It moved single vertices of a stiff cable by what its
// thickness demanded, and stretched it by 17 %; in the scene that this one comes from by 470 %, in steps without end.
TEST(LimitsAndTravel, AllNewtonStepsLeaveTheMatrixToQpCollide) {
  const Extremes run = simulate(
      R"({ "version": 1, "time": {"frame_rate": 18.47, "step": 0.003519}, "integrator": {"method": "backward_euler",
    "newton_steps": 4}, "collision": {"response": "qp_collide"},
    "bodies": [
    {"name": "cable1", "cable": {"cable": {"from": [-0.0, -0.003259, -0.0], "to": [0, 0.003259, 0], "segments":
    37}}, "place": {"translate": [0.001251, 0, 0.001601]}, "material": {"linear_density": 0.0306, "stretch": 31430,
    "bending": 4.716e-08}, "thickness": 3.957e-09, "velocity": [1.307, 6.037, -3.817]},
    {"name": "shell3", "shell": {"sphere": {"radius": 0.003493, "subdivisions": 1}}, "place": {"rotate": [102.1,
    -171.1, -17.76], "translate": [3e-05, 0.0075, -0.0012]}, "fabric": {"areal_density": 0.0106, "stretch_warp":
    105, "stretch_weft": 268.8, "shear": 2.253, "bending": 1.043e-05}, "stretch_model": "springs", "thickness":
    0.000172, "velocity": [-1.77, -2.145, -0.763]} ] })",
      2);
  EXPECT_GT(run.contacts, 0);
  EXPECT_LT(run.strain, 0.05);
  EXPECT_LT(run.elastic, 0.01);
}

// A rod passes a cloth of 1 mm at 7.4 m/s, 35 mm in a step of the default length. It stretched the cloth to 136 times
// its length in steps that met all of it at once.
TEST(LimitsAndTravel, AnObstacleDoesNotCrossSmallClothInOneStep) {
  const Extremes run =
      simulate(R"({ "version": 1, "up": "z", "time": {"frame_rate": 13.23}, "integrator": "backward_euler", "collision":
    {"response": "gauss_seidel"},
    "bodies": [
    {"name": "cloth2", "cloth": {"grid": [9, 7], "size": [0.001031, 0.0008612]}, "place": {"rotate": [90, 0, 0],
    "translate": [0, -9.591e-05, 0]}, "fabric": {"areal_density": 0.7572, "stretch": 452.2, "shear": 23.25,
    "bending": 6.706e-05, "poisson": 0.4129, "stretch_damping": 1.612e-05, "bending_damping": 0.02087},
    "stretch_model": "springs", "warp_direction": -8.082, "thickness": 1.215e-05, "friction": 1.256, "pins":
    ["corners"]},
    {"name": "obstacle4", "obstacle": {"rod": {"radius": 2.779e-05, "length": 0.0003015, "sides": 5, "divisions": 4,
    "end_rings": 2, "ends": "round", "axis": "z"}}, "place": {"rotate": {"axis": [-22.19, -49.48, 7.597], "angle":
    54.75}, "translate": [-2.476e-05, 0.0004887, -0.0003384]}, "thickness": 5.171e-09, "motion": {"velocity":
    [-0.4602, -7.393, 0.2125]}} ] })",
               1);
  EXPECT_GT(run.contacts, 0);
  EXPECT_LT(run.strain, 60.0);
}

// 32 substeps between two detections let a disc of 2 mm fall 50 times its size: each collision step met all of it at
// once, was halved five times, and took minutes with an obstacle of many faces.
TEST(LimitsAndTravel, SubstepsThatFallTooFarCollideOneByOne) {
  const Extremes run = simulate(
      R"({ "version": 1, "time": {"frame_rate": 9.818, "step": 0.002693}, "integrator": "backward_euler", "collision":
    {"response": "qp_collide", "interval": 0.08727, "qp_collide": {"solver": "schur", "friction_rounds": 1,
    "recovery": 0.1864}}, "forces": {"gravity": [17.79, -16.82, -16.28], "air": {"density": 0}},
    "bodies": [
    {"name": "obstacle1", "obstacle": {"cylinder": {"radius": 0.0003909, "height": 0.001006, "sides": 9,
    "divisions": 8, "ends": "capped", "axis": "y"}}, "thickness": 5.983e-09, "friction": 1.384},
    {"name": "cloth3", "cloth": {"disc": {"radius": 0.001184, "rings": 5}}, "place": {"translate": [0, 0.0007676,
    0]}, "fabric": {"areal_density": 1.206, "stretch": 2898, "shear": 908.3, "bending": 8.812e-08}, "thickness":
    5.491e-08, "friction": 0} ] })",
      1);
  EXPECT_GT(run.contacts, 0);
  EXPECT_EQ(run.retries, 0);
  EXPECT_LE(run.most_substeps, 4);
}

// A sheet of 1 mm that flies onto a rod at 15 m/s crosses it in a step of 4 ms many times over. All of its faces met
// all of the rod's: steps were taken again until they were short enough, and with QP-Collide and a button in front of
// the sheet, which forbade that, it was stretched to 98 times its length.
TEST(LimitsAndTravel, SmallClothDoesNotCrossAnObstacleInOneStep) {
  const Extremes run = simulate(R"({ "version": 1, "time": {"frame_rate": 240}, "forces": {"gravity": 0},
    "bodies": [
    {"name": "cloth", "cloth": {"grid": [7, 6], "size": [0.001, 0.0017]}, "fabric": "muslin", "thickness": 4e-8,
    "velocity": [0, -15.5, 0]},
    {"name": "rod", "obstacle": {"rod": {"radius": 0.00011, "length": 0.00033, "sides": 8, "divisions": 2,
    "end_rings": 2, "ends": "round", "axis": "y"}}, "place": {"translate": [0, -0.0004655, 0]}, "thickness": 4e-9}
    ] })",
                                1);
  EXPECT_GT(run.contacts, 0);
  EXPECT_LE(run.retries, 1);  // in one step, which is the shortest already, the rod yields
  EXPECT_LT(run.strain, 2.0);
}

// Wind stretched cloth with a rigid patch in one step to a multiple of its length, because steps that a filter had a
// part in counted as limited, and were not taken again.
TEST(LimitsAndTravel, AGaleDoesNotStretchClothWithAPatchInOneStep) {
  const Extremes run = simulate(R"({ "version": 1, "time": {"frame_rate": 10, "step": "20 ms"},
    "forces": {"wind": {"velocity": [-32, 0, 16]}},
    "bodies": [ {"name": "cloth", "cloth": {"grid": [4, 9], "size": [0.17, 0.12]}, "place": {"rotate": [90, 0, 0]},
    "fabric": {"areal_density": 0.015, "stretch": 900, "shear": 3800, "bending": 2e-9}, "stretch_model": "springs",
    "patches": {"squares": [[1, 4, 2]]}, "pins": ["bottom"]} ] })",
                                2);
  EXPECT_GT(run.retries, 0);
  EXPECT_LT(run.strain, 0.5);
}

// A pinned rim of 2 mm that turns by 167° in a step took the sheet within it through itself.
TEST(LimitsAndTravel, PinsDoNotCarryClothAcrossItselfInOneStep) {
  const Extremes run = simulate(R"({ "version": 1, "time": {"frame_rate": 240}, "forces": {"gravity": 0},
    "bodies": [
    {"name": "cloth", "cloth": {"grid": [6, 7], "size": [0.0022, 0.0022]}, "fabric": {"areal_density": 0.35,
    "stretch": 164.4, "shear": 6.86, "bending": 1e-9}, "thickness": 1e-7, "pins": [{"vertices": "boundary", "motion":
    {"spin": {"axis": "y", "rate": 40000}}}]} ] })",
                                3);
  EXPECT_GE(run.steps, 12);
  EXPECT_EQ(run.contacts, 0);
  EXPECT_EQ(run.retries, 0);
}

}  // namespace
}  // namespace muslin::limits_and_travel_test
