#include <muslin/core/option.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

void describe(Description<SceneTime>& options) {
  using O = SceneTime;
  options.about("How long the scene is simulated, and how finely.");
  options.number("frame_rate", &O::frame_rate, quantity::kFrequency).from(1e-3).to(1e6).about("Frames per second.");
  options.integer("start_frame", &O::start_frame).about("Number of the frame that shows the start.");
  options.integer("frames", &O::frames)
      .from(1)
      .to(kMaxFrames)
      .left_open()
      .about("Frames simulated after the start; 100 if there is no \"duration\" either.");
  options.number("step", &O::step, quantity::kTime)
      .from(O::kMinStep)
      .to(1.0)
      .about("Longest time step; it is shortened so that a whole number of steps makes a frame.");
}

void describe(Description<SceneOutput>& options) {
  using O = SceneOutput;
  options.about("What the run folder holds besides positions, statistics and audit.");
  options.boolean("contacts", &O::contacts)
      .about(
          "Whether the contacts of each frame, rigid patches and where lagging obstacles should be are stored, for the "
          "viewer.");
}

void describe(Description<Expectations>& options) {
  using O = Expectations;
  options.about("What must hold in a run, for tests and for users who rely on it.");
  options.number("max_strain", &O::max_strain).from(0).to(1e6).about("Largest strain in any frame.");
  options.number("final_kinetic_energy", &O::final_kinetic_energy, quantity::kEnergy)
      .from(0)
      .to(1e12)
      .about("Largest kinetic energy in the last frame.");
  options.number("max_speed", &O::max_speed, quantity::kSpeed).from(0).to(1e6).about("Largest speed in any frame.");
  options.integer("intersections_as_given", &O::intersections_as_given)
      .from(0)
      .to(1e15)
      .about(
          "Pairs of cloth with obstacles that intersect over all frames, at most, with the obstacles where their "
          "scripts place them.");
  options.integer("intersections", &O::intersections)
      .from(0)
      .to(1e15)
      .about("Pairs that intersect over all frames, by the audit, at most.");
  options.integer("stopped_zones", &O::stopped_zones)
      .from(0)
      .to(1e15)
      .about("Times that the last rung of the ladder was taken, at most.");
  options.integer("over_limit_steps", &O::over_limit_steps)
      .from(0)
      .to(1e15)
      .about("Steps at whose end something is stretched over its limit, at most.");
  options.number("max_shape_error", &O::max_shape_error, quantity::kLength)
      .from(0)
      .to(kMaxShapeLength)
      .about("Largest deviation of a patch from its shape at the end of any step.");
  options.number("max_lag", &O::max_lag, quantity::kLength)
      .from(0)
      .to(kMaxShapeLength)
      .about("Largest lag of a scripted vertex behind its script at the end of any frame.");
  options.number("min_response_share", &O::min_response_share)
      .from(0)
      .to(1)
      .about("Least share of the steps in which the response changes a velocity, so that a scene shows its method.");
}

void describe(Description<Scene>& options) {
  using O = Scene;
  options.about("A scene of Muslin.");
  options.text("about", &O::about).about("What the scene shows, in a sentence.");
  options.choice("up", &O::up, {{"y", Axis::y}, {"z", Axis::z}})
      .about("Axis along which shapes stand and against which gravity points.");
  options.object("time", &O::time);
  options.object("integrator", &O::integrator);
  options.object("collision", &O::collision);
  options.object("forces", &O::loads);
  options.object("output", &O::output);
  options.object("expect", &O::expect);
}

}  // namespace muslin
