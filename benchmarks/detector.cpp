// Measures the cost of detection in a collision step by phase, and the gain of keeping the near pairs over a new broad
// phase for every call.
// Exit codes: 0 done, 1 the two methods find different contacts. Limits that are not met are printed and are not
// errors, because machines differ.
#include <algorithm>
#include <benchmarks/clock.hpp>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/separation.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>
#include <tests/support/uniform_thickness.hpp>
#include <utility>

#include <fmt/format.h>

namespace muslin::bench {
namespace {

constexpr double kSecondsPerCase = 3;
constexpr int kMinRepetitions = 5;
constexpr double kChangedShare = 0.01;

struct Case {
  std::string_view name, key;
  Mesh mesh;
  std::vector<Vec3> rest;
  std::vector<Vec3> end;
  double thickness;
  double limit_ms;  ///< limit for begin and first pass on one thread; 0 if there is none
};

/// The reference method without memory: a new broad phase for each query.
class PlainDetector {
 public:
  explicit PlainDetector(const CollisionMesh& mesh) : broad_phase_(mesh) {}

  std::size_t find_proximities(std::span<const Vec3> start, const ThicknessRule& rule) {
    broad_phase_.refit(start, start, rule.largest() / 2);
    muslin::find_proximities(broad_phase_, start, rule, near_);
    return near_.pairs.size();
  }
  const std::vector<Contact>& find_collisions(std::span<const Vec3> start, std::span<const Vec3> end) {
    broad_phase_.refit(start, end, file_separation(start, end) / 2);
    muslin::find_collisions(broad_phase_, {.start = start, .end = end}, found_);
    return found_.contacts;
  }
  /// Finds all broad-phase pairs but tests only those with a marked vertex.
  std::size_t find_around(std::span<const Vec3> start, std::span<const Vec3> end, std::span<const std::uint8_t> marks) {
    broad_phase_.refit(start, end, file_separation(start, end) / 2);
    const auto test = [&](StencilKind kind, const detail::StencilVertices& vertex, auto& part) {
      if (!detail::any_marked(marks, vertex)) return;
      const StencilMotion motion{detail::gather(start, vertex), detail::gather(end, vertex)};
      if (const auto time = step_contact_time(kind, motion, file_separation(motion)))
        part.found.push_back(contact_in_motion(kind, vertex, motion, *time));
    };
    return detail::search_broad_phase(broad_phase_, test, around_).broad_phase_pairs;
  }

 private:
  BroadPhase broad_phase_;
  Proximities near_;
  Collisions found_;
  detail::SearchMemory<Contact> around_;
};

struct PhaseTimes {
  BestTimes begin, first, again, stopped, certificate;
};

struct Measured {
  Detector::Counts counts;
  std::size_t proximities = 0, contacts = 0;
  bool same = true;  ///< whether the contacts equal those of the plain detector
  PhaseTimes one, two, plain;
};

bool same_contacts(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Contact& x, const Contact& y) {
    return x.time == y.time && compare_stencils(x, y) == 0 && x.weight == y.weight && x.normal == y.normal;
  });
}

Measured measure(const Case& of) {
  const std::vector<Vec3>& start = of.mesh.positions;
  const test::UniformThickness uniform{.distance = of.thickness, .rest_position = of.rest};
  const Surfaces surfaces = uniform.surfaces(start.size());
  const ThicknessRule rule = uniform.rule(surfaces);
  const CollisionMesh mesh = make_collision_mesh(of.mesh);

  // Displace some vertices a little, within the thickness; stop the same vertices, which moves them further than
  // expected.
  test::Random random(1);
  std::vector<Vec3> pushed = of.end, stopped = of.end;
  std::vector<std::uint8_t> changed(start.size(), 0);
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (!random.chance(kChangedShare)) continue;
    changed[i] = 1;
    pushed[i] += random.in_box(0.1 * of.thickness);
    stopped[i] = start[i];
  }

  Measured result;
  Detector detector(mesh);
  PlainDetector plain(mesh);
  const auto run = [&](PhaseTimes& times) {
    times.begin.measure([&] {
      detector.begin(start, of.end, rule);
      result.proximities = detector.find_proximities().size();
    });
    times.first.measure([&] { result.contacts = detector.find_collisions(of.end).size(); });
    result.counts = detector.counts();
    times.again.measure([&] { (void)detector.find_collisions(pushed); });
    (void)detector.find_collisions(of.end);
    times.stopped.measure([&] { (void)detector.find_collisions(stopped); });
    times.certificate.measure([&] { (void)detector.find_all_collisions(stopped); });
  };
  const auto run_plain = [&](PhaseTimes& times) {
    std::size_t near = 0;
    times.begin.measure([&] { near = plain.find_proximities(start, rule); });
    // The plain detector does not report pairs that only approach each other.
    const auto is_near = [](const Proximity& pair) { return pair.distance < pair.thickness; };
    const std::vector<Proximity>& found = detector.find_proximities();
    result.same = result.same && near == static_cast<std::size_t>(std::count_if(found.begin(), found.end(), is_near));
    times.first.measure([&] { (void)plain.find_collisions(start, of.end); });
    times.again.measure([&] { (void)plain.find_around(start, pushed, changed); });
    times.stopped.measure([&] { (void)plain.find_around(start, stopped, changed); });
    times.certificate.measure([&] { (void)plain.find_collisions(start, stopped); });
  };
  const double deadline = now(Clock::wall) + kSecondsPerCase;
  for (int i = 0; i < kMinRepetitions || now(Clock::wall) < deadline; ++i) {
    with_threads(1, [&] { run(result.one); });
    with_threads(1, [&] { run_plain(result.plain); });
    with_threads(2, [&] { run(result.two); });
  }
  for (const std::vector<Vec3>* end : {&of.end, &std::as_const(pushed), &std::as_const(stopped)})
    result.same = result.same && same_contacts(detector.find_collisions(*end), plain.find_collisions(start, *end));
  return result;
}

std::vector<Vec3> moved(const Mesh& mesh, const auto& motion_of) {
  std::vector<Vec3> end = mesh.positions;
  for (std::size_t i = 0; i < end.size(); ++i) end[i] += motion_of(i);
  return end;
}

/// Makes five sheets of 40 × 40 vertices, 1 m wide, 2 cm apart.
Mesh five_sheets() {
  Mesh mesh;
  for (int layer = 0; layer < 5; ++layer) {
    const auto first = static_cast<std::int32_t>(mesh.positions.size());
    for (int i = 0; i < 40; ++i)
      for (int j = 0; j < 40; ++j) mesh.positions.emplace_back(i / 39.0, j / 39.0, 0.02 * layer);
    const auto vertex = [&](int i, int j) { return VertexId(first + 40 * i + j); };
    for (int i = 0; i < 39; ++i) {
      for (int j = 0; j < 39; ++j) {
        mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
        mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
      }
    }
  }
  return mesh;
}

std::vector<Case> make_cases() {
  std::vector<Case> cases;
  const auto add = [&](std::string_view name, std::string_view key, Mesh mesh, double thickness, double limit_ms,
                       const auto& motion_of) {
    std::vector<Vec3> end = moved(mesh, motion_of);
    // The folded cloth is flat at rest; the sheets are at rest in their start positions.
    std::vector<Vec3> rest = key.starts_with("folded") ? test::folded_cloth({.folds = 1}).positions : mesh.positions;
    cases.push_back({name, key, std::move(mesh), std::move(rest), std::move(end), thickness, limit_ms});
  };
  test::Random random(7);
  const auto all = [](const Vec3& motion) { return [motion](std::size_t) { return motion; }; };
  add("five sheets 2 cm apart, 5 mm down", "sheets_fall", five_sheets(), 0.002, 5, all({0, 0, -0.005}));
  add("five sheets, 5 mm against each other", "sheets_slide", five_sheets(), 0.002, 5,
      [](std::size_t i) { return Vec3(i / 1600 % 2 == 0 ? 0.005 : -0.005, 0, 0); });
  add("folded, at rest but for 0.1 mm", "folded_rest", test::folded_cloth({.layer_gap = 0.001}), 0.0015, 0,
      [&](std::size_t) -> Vec3 { return random.in_box(1e-4); });
  add("folded, layers slide 2 mm", "folded_slide", test::folded_cloth({.layer_gap = 0.001}), 0.0015, 0,
      [&](std::size_t i) -> Vec3 { return Vec3(0, 0, i / 1300 % 2 == 0 ? 0.001 : -0.001) + random.in_box(1e-4); });
  add("folded, swept 11 mm across", "folded_swept", test::folded_cloth(), 0.0015, 0, all({0, 0.011, 0}));
  add("folded, swept 11 mm, shaken by 3 mm", "folded_shaken", test::folded_cloth(), 0.0015, 0,
      [&](std::size_t) -> Vec3 { return Vec3(0, 0.011, 0) + random.in_box(0.003); });
  return cases;
}

int run() {
  const auto ms = [](const BestTimes& times) { return 1e3 * times.thread.value; };
  fmt::print(
      "Detection in one step, CPU ms on one thread; in brackets how many times as long the plain way takes,\n"
      "a new broad phase for every call. Again: {:.0f} % of the vertices pushed by 0.1 thickness; stopped: the\n"
      "same vertices stay where they start. Best of {} s.\n\n",
      100 * kChangedShare, kSecondsPerCase);
  fmt::print("{:37} {:>8} {:>8} {:>8} {:>7} {:>7} {:>15} {:>15} {:>15} {:>15} {:>15} {:>15} {:>9}\n", "", "boxes",
             "near", "tested", "prox.", "cont.", "begin", "first pass", "again", "stopped", "certificate",
             "begin + first", "2 threads");
  bool right = true;
  std::string list;
  std::string limits;
  for (const Case& of : make_cases()) {
    const Measured m = measure(of);
    right = right && m.same;
    const double total = ms(m.one.begin) + ms(m.one.first), plain_total = ms(m.plain.begin) + ms(m.plain.first);
    const double two = 1e3 * (m.two.begin.wall.value + m.two.first.wall.value);
    const auto cell = [&](BestTimes PhaseTimes::*phase) {
      return fmt::format("{:.3f} (×{:.1f})", ms(m.one.*phase), ms(m.plain.*phase) / ms(m.one.*phase));
    };
    fmt::print("{:37} {:8} {:8} {:8} {:7} {:7} {:>15} {:>15} {:>15} {:>15} {:>15} {:>15} {:>9}\n", of.name,
               m.counts.broad_phase_pairs, m.counts.near, m.counts.tested, m.proximities, m.contacts,
               cell(&PhaseTimes::begin), cell(&PhaseTimes::first), cell(&PhaseTimes::again), cell(&PhaseTimes::stopped),
               cell(&PhaseTimes::certificate), fmt::format("{:.3f} (×{:.1f})", total, plain_total / total),
               fmt::format("{:.2f}", total / two));
    if (of.limit_ms > 0)
      limits += fmt::format("{}: {:.2f} ms (limit {:.0f} ms, {})\n", of.name, total, of.limit_ms,
                            total <= of.limit_ms ? "met" : "NOT MET");
    list +=
        fmt::format(R"({}"{}": {{"begin_ms": {:.4f}, "first_ms": {:.4f}, "again_ms": {:.4f}, "stopped_ms": {:.4f}, )"
                    R"("certificate_ms": {:.4f}, "plain_ms": {:.4f}, "two_threads_ms": {:.4f}}})",
                    list.empty() ? "" : ", ", of.key, ms(m.one.begin), ms(m.one.first), ms(m.one.again),
                    ms(m.one.stopped), ms(m.one.certificate), plain_total, two);
  }
  fmt::print("\n{}contacts: {}\n{{{}, \"contacts_right\": {}}}\n", limits,
             right ? "the same as the plain way finds" : "NOT THE SAME as the plain way finds", list, right);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace muslin::bench

int main() { return muslin::bench::run(); }
