#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/detect/proximity.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/short_motion.hpp>
#include <tests/support/contact_oracle.hpp>
#include <tests/support/proof_checker.hpp>
#include <tests/support/random.hpp>
#include <tests/support/sample_meshes.hpp>
#include <tests/support/uniform_thickness.hpp>

namespace muslin::detector_test {
namespace {

using test::Random;
using Positions = std::vector<Vec3>;

Positions moved(const Positions& from, Random& random, double probability, double distance) {
  Positions to = from;
  for (Vec3& x : to)
    if (random.chance(probability)) x += random.in_box(distance);
  return to;
}

/// The plain way: a new broad phase, and every candidate tested.
std::vector<Contact> plain_collisions(const CollisionMesh& mesh, const Positions& start, const Positions& end) {
  BroadPhase broad_phase(mesh);
  broad_phase.refit(start, end, file_separation(start, end) / 2);
  Collisions found;
  find_collisions(broad_phase, {.start = start, .end = end}, found);
  return found.contacts;
}

/// Is it exactly true that one of the directions found from the start keeps the pair apart throughout?
bool is_false_alarm(const Contact& contact, const Positions& start, const Positions& end) {
  StencilMotion motion;
  for (std::size_t i = 0; i < 4; ++i) {
    motion.start[i] = start[contact.vertex[i].index()];
    motion.end[i] = end[contact.vertex[i].index()];
  }
  const Vec3 gap = closest_points(contact.kind, motion.start).gap;
  for (const Vec3& guess : {gap, detail::centre_difference(contact.kind, motion.start)}) {
    const Eigen::Matrix<long double, 3, 1> n = guess.normalized().cast<long double>();
    const ProvedTime proved{.time = {}, .proof = {{.n = n, .m = n, .from = 0, .until = 1}}};
    if (test::find_proof_error(contact.kind, motion, file_separation(motion), proved).empty()) return true;
  }
  return false;
}

/// The same contacts, bit for bit, but for false alarms of the plain way.
void expect_same(const std::vector<Contact>& found, std::vector<Contact> plain, const Positions& start,
                 const Positions& end) {
  if (found.size() != plain.size()) {
    std::erase_if(plain, [&](const Contact& contact) {
      const bool missing = std::none_of(found.begin(), found.end(),
                                        [&](const Contact& other) { return compare_stencils(contact, other) == 0; });
      return missing && is_false_alarm(contact, start, end);
    });
  }
  ASSERT_EQ(found.size(), plain.size());
  EXPECT_TRUE(std::equal(found.begin(), found.end(), plain.begin(), test::same_bits));
}

bool same_bits(const std::vector<Contact>& a, const std::vector<Contact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), test::same_bits);
}

/// Changes of the ends as responses make them, and as they should not.
void change_ends(Positions& end, const Positions& start, Random& random, double size) {
  const double share = random.chance(0.3) ? 1 : random.uniform(0, 0.2);
  const int way = random.integer(0, 4);
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (!random.chance(share)) continue;
    switch (way) {
      case 0:  // stop
        end[i] = start[i];
        break;
      case 1:  // slow down
        end[i] = start[i] + random.unit() * (end[i] - start[i]);
        break;
      case 2:  // push a little
        end[i] += random.in_box(0.01 * size);
        break;
      case 3:  // push a lot
        end[i] += random.in_box(size);
        break;
      default:  // turn back
        end[i] = start[i] - (end[i] - start[i]);
    }
  }
  if (random.chance(0.1)) end[static_cast<std::size_t>(random.integer(0, int(end.size()) - 1))] += random.in_box(1e6);
}

/// One detector over several steps and many changes of their ends: always what the plain way finds.
std::size_t expect_plain_answers(const Mesh& mesh, std::span<const std::uint8_t> scripted, std::uint64_t seed,
                                 double size) {
  Random random(seed);
  const CollisionMesh collision_mesh = make_collision_mesh(mesh, scripted);
  Detector detector(collision_mesh);
  Positions start = mesh.positions;
  const test::UniformThickness uniform{.distance = random.chance(0.3) ? 0 : random.uniform(0, size)};
  const Surfaces surfaces = uniform.surfaces(start.size());
  std::size_t total = 0;
  for (int step = 0; step < 3; ++step) {
    SCOPED_TRACE(step);
    // All of it drifts in some steps.
    const Vec3 drift = random.chance(0.5) ? random.in_box(20 * size) : Vec3(Vec3::Zero());
    const auto drifted = [&](Positions to) {
      for (Vec3& x : to) x += drift;
      return to;
    };
    Positions end = drifted(moved(start, random, 0.7, random.uniform(0, 2 * size)));
    const Positions hint = random.chance(0.7) ? end : drifted(moved(start, random, 0.5, size));
    detector.begin(start, hint, uniform.rule(surfaces));

    BroadPhase broad_phase(collision_mesh);
    broad_phase.refit(start, start, uniform.distance / 2);
    Proximities near;
    find_proximities(broad_phase, start, uniform.rule(surfaces), near);
    std::vector<Proximity> found_near = detector.find_proximities();
    std::erase_if(found_near, [](const Proximity& pair) { return !(pair.distance < pair.thickness); });  // on the way
    EXPECT_TRUE(std::equal(near.pairs.begin(), near.pairs.end(), found_near.begin(), found_near.end(),
                           [](const Proximity& a, const Proximity& b) {
                             return test::same_bits(a.contact, b.contact) && a.distance == b.distance &&
                                    a.thickness == b.thickness;
                           }));

    for (int pass = 0; pass < 6; ++pass) {
      SCOPED_TRACE(pass);
      const auto& found = random.chance(0.2) ? detector.find_all_collisions(end) : detector.find_collisions(end);
      expect_same(found, plain_collisions(collision_mesh, start, end), start, end);
      if (testing::Test::HasFailure()) return total;
      total += found.size();
      change_ends(end, start, random, size);
    }
    start = moved(start, random, 1, size);
  }
  return total;
}

TEST(DetectorLaws, FindsWhatThePlainWayFindsInSoups) {
  std::size_t total = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mesh mesh = test::random_soup(seed, random.integer(12, 60), random.integer(5, 30), random.integer(0, 20));
    std::vector<std::uint8_t> scripted(mesh.positions.size(), 0);
    append(mesh, test::random_soup(seed + 1000, 20, random.integer(5, 20), random.integer(0, 20)));
    scripted.resize(mesh.positions.size(), 1);
    if (seed % 3 != 0) scripted.clear();
    // A coarse grid in some of them: starts in touch, parallel and flat.
    if (seed % 4 == 0)
      for (Vec3& x : mesh.positions) x = (x * 8).array().round() / 8;
    total += expect_plain_answers(mesh, scripted, seed, 0.1);
    if (HasFailure()) return;
  }
  EXPECT_GT(total, 10'000U);
}

TEST(DetectorLaws, FindsWhatThePlainWayFindsInFoldedCloth) {
  std::size_t total = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    const int folds = seed % 2 == 0 ? 4 : 8;
    const double gap = seed % 3 == 0 ? 1e-6 : 0.004;  // about the separation, or far more
    const Mesh mesh = test::folded_cloth({.triangles = 128, .folds = folds, .layer_gap = gap, .wrinkle_height = 0});
    total += expect_plain_answers(mesh, {}, seed, seed % 3 == 0 ? 1e-6 : 0.003);
    if (HasFailure()) return;
  }
  EXPECT_GT(total, 10'000U);
}

TEST(DetectorLaws, FindsWhatThePlainWayFindsInConfettiAndCables) {
  std::vector<std::size_t> order(300);
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  EXPECT_GT(expect_plain_answers(test::confetti(3, order), {}, 1, 0.02), 100U);
  Mesh cable;
  Random random(5);
  Vec3 place = Vec3::Zero();
  for (int i = 0; i < 200; ++i) {
    cable.positions.push_back(place);
    place = 0.97 * (place + random.in_box(0.1));
    if (i > 0) cable.segments.push_back({VertexId(i - 1), VertexId(i)});
  }
  EXPECT_GT(expect_plain_answers(cable, {}, 2, 0.05), 100U);
}

// Whatever the hint was, and whatever was asked before.
TEST(DetectorLaws, HistoryLeavesNoTrace) {
  Random random(8);
  const Mesh mesh = test::folded_cloth({.triangles = 800});
  const Positions end = moved(mesh.positions, random, 0.7, 0.006);
  const test::UniformThickness uniform{.distance = 0.002};
  const Surfaces surfaces = uniform.surfaces(end.size());
  const CollisionMesh collision_mesh = make_collision_mesh(mesh);
  Detector exact_hint(collision_mesh), no_hint(collision_mesh), detour(collision_mesh);
  exact_hint.begin(mesh.positions, end, uniform.rule(surfaces));
  no_hint.begin(mesh.positions, mesh.positions, uniform.rule(surfaces));
  detour.begin(mesh.positions, end, uniform.rule(surfaces));
  for (int pass = 0; pass < 4; ++pass)
    (void)detour.find_collisions(moved(end, random, pass == 0 ? 1.0 : 0.1, pass == 1 ? 0.1 : 0.004));
  const auto expected = exact_hint.find_collisions(end);
  EXPECT_GT(expected.size(), 200U);
  EXPECT_TRUE(same_bits(expected, no_hint.find_collisions(end)));
  EXPECT_TRUE(same_bits(expected, detour.find_collisions(end)));
  EXPECT_TRUE(same_bits(expected, detour.find_all_collisions(end)));
}

TEST(DetectorLaws, SameBitsOnAnyNumberOfThreads) {
  const Mesh mesh = test::folded_cloth({.triangles = 3000});
  const test::UniformThickness uniform{.distance = 0.005};
  const Surfaces surfaces = uniform.surfaces(mesh.positions.size());
  struct Result {
    std::vector<Proximity> near;
    std::vector<Contact> first, second, certificate;
    Detector::Counts counts;
  };
  std::vector<Result> results;
  for (const int threads : {1, 2, 4}) {
    with_threads(threads, [&] {
      Random random(3);
      Positions end = moved(mesh.positions, random, 0.7, 0.006);
      Detector detector(make_collision_mesh(mesh));
      detector.begin(mesh.positions, end, uniform.rule(surfaces));
      Result result;
      result.near = detector.find_proximities();
      result.first = detector.find_collisions(end);
      end = moved(end, random, 0.05, 0.006);
      result.second = detector.find_collisions(end);
      result.certificate = detector.find_all_collisions(end);
      result.counts = detector.counts();
      results.push_back(std::move(result));
    });
  }
  EXPECT_GT(results[0].first.size(), 1000U);
  EXPECT_GT(results[0].near.size(), 1000U);
  for (const Result& result : results) {
    EXPECT_TRUE(
        std::equal(result.near.begin(), result.near.end(), results[0].near.begin(), results[0].near.end(),
                   [](const Proximity& a, const Proximity& b) { return test::same_bits(a.contact, b.contact); }));
    EXPECT_TRUE(same_bits(result.first, results[0].first));
    EXPECT_TRUE(same_bits(result.second, results[0].second));
    EXPECT_TRUE(same_bits(result.certificate, result.second));
    EXPECT_EQ(result.counts.tested, results[0].counts.tested);
    EXPECT_EQ(result.counts.near, results[0].counts.near);
  }
}

// A change of few vertices is not the work of a whole search.
TEST(DetectorLaws, DetectsAgainOnlyAroundWhatChanged) {
  const Mesh mesh = test::folded_cloth({.triangles = 4000, .layer_gap = 0.002});
  Random random(2);
  const test::UniformThickness uniform{.distance = 0.001};
  const Surfaces surfaces = uniform.surfaces(mesh.positions.size());
  Positions end = moved(mesh.positions, random, 1, 0.002);
  Detector detector(make_collision_mesh(mesh));
  detector.begin(mesh.positions, end, uniform.rule(surfaces));
  (void)detector.find_collisions(end);
  const Detector::Counts before = detector.counts();
  EXPECT_GT(before.tested, 1000U);
  (void)detector.find_collisions(end);
  EXPECT_EQ(detector.counts().tested, before.tested);
  for (std::size_t i = 0; i < 5; ++i) end[40 * i] = mesh.positions[40 * i];
  (void)detector.find_collisions(end);
  EXPECT_GT(detector.counts().tested, before.tested);
  EXPECT_LT(detector.counts().tested, before.tested + before.tested / 20);
  EXPECT_LT(detector.counts().broad_phase_pairs, before.broad_phase_pairs + before.broad_phase_pairs / 20);
}

}  // namespace
}  // namespace muslin::detector_test
