#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <muslin/core/parallel.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/contacts_file.hpp>
#include <muslin/io/run/stats_file.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>
#include <tests/support/run_contents.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::contacts_file_test {
namespace {

namespace fs = std::filesystem;
using Ids = std::array<VertexId, 4>;

Ids ids(int a, int b, int c, int d) { return {VertexId(a), VertexId(b), VertexId(c), VertexId(d)}; }

ContactsHeader header() {
  ContactsHeader header{.vertices = 9, .frames = 3, .patches = {}};
  header.patches.push_back({.is_hybrid = false, .members = {VertexId(1), VertexId(2)}});
  header.patches.push_back({.is_hybrid = true, .members = {VertexId(4)}});
  return header;
}

/// A frame with one contact of each kind. All of its numbers are exact in the file.
ContactsFrame frame() {
  ContactsFrame frame;
  const auto add = [&](StencilKind kind, const Ids& vertex, std::array<double, 4> weight, const Vec3& normal,
                       LowestRung rung, bool is_collision) {
    FrameContact& item = frame.contacts.contacts.emplace_back();
    item.contact = {.vertex = vertex, .weight = weight, .normal = normal, .time = 0.0, .kind = kind};
    item.rung = rung;
    item.is_collision = is_collision;
    item.gap = 0.125 * static_cast<double>(frame.contacts.contacts.size());
    item.velocity_change = -0.5;
  };
  add(StencilKind::vertex_triangle, ids(0, 1, 2, 8), {-0.2, -0.6, -0.2, 1.0}, Vec3(0, -1, 0), LowestRung::stops, true);
  add(StencilKind::edge_edge, ids(3, 4, 5, 6), {-0.4, -0.6, 0.8, 0.2}, Vec3(0, 0, 1), LowestRung::halvings, false);
  add(StencilKind::vertex_edge, ids(3, 4, 3, 7), {0.0, -1.0, 0.0, 1.0}, Vec3(1, 0, 0), LowestRung::response, true);
  frame.contacts.stopped = {VertexId(2), VertexId(8)};
  frame.as_given.push_back({VertexId(5), Vec3(0.5, -1.25, 3.0)});
  return frame;
}

void expect_equal(const ContactsFrame& read, const ContactsFrame& written) {
  ASSERT_EQ(read.contacts.contacts.size(), written.contacts.contacts.size());
  for (std::size_t i = 0; i < written.contacts.contacts.size(); ++i) {
    const FrameContact &a = read.contacts.contacts[i], &b = written.contacts.contacts[i];
    EXPECT_EQ(a.contact.kind, b.contact.kind);
    EXPECT_EQ(a.contact.vertex, b.contact.vertex);
    EXPECT_EQ(a.contact.normal, b.contact.normal);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(a.contact.weight[k], b.contact.weight[k], 1e-12) << i << ' ' << k;
    EXPECT_EQ(a.rung, b.rung);
    EXPECT_EQ(a.is_collision, b.is_collision);
    EXPECT_EQ(a.gap, b.gap);
    EXPECT_EQ(a.velocity_change, b.velocity_change);
  }
  EXPECT_EQ(read.contacts.stopped, written.contacts.stopped);
  ASSERT_EQ(read.as_given.size(), written.as_given.size());
  for (std::size_t i = 0; i < written.as_given.size(); ++i) {
    EXPECT_EQ(read.as_given[i].vertex, written.as_given[i].vertex);
    EXPECT_EQ(read.as_given[i].place, written.as_given[i].place);
  }
}

class ContactsFileTest : public testing::Test {
 protected:
  /// Writes a frame with contacts and one without.
  void write_two_frames() {
    auto writer = ContactsWriter::create(path_, header());
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->append(frame()));
    ASSERT_TRUE(writer->append({}));
  }
  [[nodiscard]] std::string refusal() const {
    const auto reader = ContactsReader::open(path_);
    if (!reader) return reader.error().message();
    for (std::int64_t k = 0; k < reader->size(); ++k)
      if (const auto read = reader->read_frame(k); !read) return read.error().message();
    return "";
  }

  test::TemporaryFolder folder_;
  fs::path path_ = folder_ / "contacts.bin";
};

TEST_F(ContactsFileTest, ReadsBackWhatWasWritten) {
  write_two_frames();
  const auto reader = ContactsReader::open(path_);
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(reader->header().vertices, 9);
  EXPECT_EQ(reader->header().frames, 3);
  ASSERT_EQ(reader->header().patches.size(), 2U);
  EXPECT_FALSE(reader->header().patches[0].is_hybrid);
  EXPECT_EQ(reader->header().patches[0].members, (std::vector<VertexId>{VertexId(1), VertexId(2)}));
  EXPECT_TRUE(reader->header().patches[1].is_hybrid);
  ASSERT_EQ(reader->size(), 2);
  expect_equal(*reader->read_frame(0), frame());
  expect_equal(*reader->read_frame(1), {});
  // 40 bytes, three entries of 8, two patches of 8 and three members of 4.
  EXPECT_EQ(reader->end_of(0), 40 + 24 + 16 + 12);
}

// By hand, as docs/run-folder.md describes it. tests/data/sample_contacts.ts of the page has the same bytes.
TEST_F(ContactsFileTest, HasTheBytesOfItsDescription) {
  write_two_frames();
  const std::vector<unsigned> expected = {
      3,    2,    1,                                         // three contacts, two stopped vertices, a place
      88,   69,   5,                                         // forms 44, 9, 6
      0,    0,    6,    0,    0,                             // first vertices 0, 3, 3
      2,    0,    1,                                         // second ones, less the first: 1 each
      4,    6,    9,                                         // third ones: 2 (less the first), 5, 0 (less the first)
      16,   13,   12,                                        // fourth ones: 8, 1 (less the third), 7
      0x80, 0x80, 0x10, 0x80, 0x80, 0x10, 0x80, 0x80, 0x10,  // gaps 0x20000, 0x40000, 0x60000
      0xff, 0x07, 0,    1,                                   // changes of velocity: -512 each
      0,    1,    0xfe, 0x1f,                                // normals, x: 0, 0, 2047
      0xfd, 0x1f, 0xfe, 0x1f, 0,    0,                       // y: -2047, 0, 0
      0xb2, 0x02, 0,    0,    0xcc, 0x01,                    // weights of second vertices: 153, 153, 255
      0x66, 0,    0,    0x65,                                // other weights: 51, 51, 0
      4,    12,                                              // stopped: 2, 8
      10,   0x80, 0x80, 0x40, 0xff, 0xff, 0x9f, 0x01, 0x80, 0x80, 0x80, 0x03,  // vertex 5 at 0.5, -1.25, 3
      0,    0,    0};                                                          // a frame without anything
  std::vector<unsigned> written;
  for (const char c : read_whole_file(path_)->substr(92)) written.push_back(static_cast<unsigned char>(c));
  EXPECT_EQ(written, expected);
}

TEST_F(ContactsFileTest, NormalsKeepTheirDirection) {
  ContactsFrame stored;
  const ContactsFrame sample = frame();
  test::Random random(3);
  for (int i = 0; i < 500; ++i) {
    FrameContact& item = stored.contacts.contacts.emplace_back(sample.contacts.contacts[0]);
    item.contact.vertex = ids(i, i + 1, i + 2, i + 3);
    item.contact.normal = random.in_box(1.0).normalized();
  }
  for (const Vec3& n : {Vec3(0, 0, -1), Vec3(0, -1, 0), Vec3(-1, 0, 0)}) {
    FrameContact& item = stored.contacts.contacts.emplace_back(stored.contacts.contacts.back());
    for (VertexId& v : item.contact.vertex) ++v.value;
    item.contact.normal = n;
  }
  const std::string bytes = code_contacts(stored, 0x1p-20);
  const auto read = decode_contacts(std::as_bytes(std::span(bytes)), 600, 0x1p-20);
  ASSERT_TRUE(read);
  for (std::size_t i = 0; i < stored.contacts.contacts.size(); ++i) {
    const Vec3 &n = read->contacts.contacts[i].contact.normal, &m = stored.contacts.contacts[i].contact.normal;
    EXPECT_LT((n - m).norm(), 1e-3) << i;
    EXPECT_NEAR(n.norm(), 1.0, 1e-12);
  }
}

// A run of zeros says in few bytes that there are many contacts: none is allocated that the bytes do not hold.
TEST_F(ContactsFileTest, CountsThatTheBytesDoNotHoldAreRefused) {
  const std::string many = {'\xff', '\xff', '\xff', '\xff', '\x7f', 0, 0, 0, '\xff', '\xff', '\xff', '\xff', '\x7f'};
  EXPECT_FALSE(decode_contacts(std::as_bytes(std::span(many)), 9, 1.0));
  EXPECT_FALSE(decode_contacts({}, 9, 1.0));
}

TEST_F(ContactsFileTest, AResumedFileHasTheBytesOfOneThatWasNeverInterrupted) {
  write_two_frames();
  const std::string whole = *read_whole_file(path_);
  for (const std::int64_t kept : {0, 1}) {
    auto writer = ContactsWriter::resume(path_, header(), kept);
    ASSERT_TRUE(writer) << writer.error().message();
    EXPECT_EQ(ContactsReader::open(path_)->size(), kept);
    for (std::int64_t k = kept; k < 2; ++k) ASSERT_TRUE(writer->append(k == 0 ? frame() : ContactsFrame{}));
    EXPECT_EQ(*read_whole_file(path_), whole);
  }
  const auto too_many = ContactsWriter::resume(path_, header(), 3);
  ASSERT_FALSE(too_many);
  EXPECT_NE(too_many.error().message().find("2 frames"), std::string::npos) << too_many.error().message();
  ContactsHeader other = header();
  other.vertices = 10;
  EXPECT_FALSE(ContactsWriter::resume(path_, other, 1));
}

TEST_F(ContactsFileTest, AFileThatIsCutOffAnywhereIsRefused) {
  write_two_frames();
  const std::string whole = *read_whole_file(path_);
  EXPECT_EQ(refusal(), "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    folder_.write("contacts.bin", whole.substr(0, size));
    EXPECT_NE(refusal(), "") << size;
  }
}

TEST_F(ContactsFileTest, DamageIsFoundOrHarmless) {
  write_two_frames();
  const std::string whole = *read_whole_file(path_);
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const unsigned bits : {0xffU, 0x80U}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(static_cast<unsigned>(static_cast<unsigned char>(changed[i])) ^ bits);
      folder_.write("contacts.bin", changed);
      static_cast<void>(refusal());  // must neither crash nor allocate what the file does not have
    }
  // Magic, version, offset of the frames, unit of lengths, end of a frame, members of a patch, number of contacts, a
  // kind, a vertex, a normal, a weight.
  for (const std::size_t place : {0U, 8U, 24U, 39U, 40U, 68U, 92U, 95U, 106U, 126U, 134U}) {
    std::string changed = whole;
    changed[place] = '\x7f';
    folder_.write("contacts.bin", changed);
    EXPECT_NE(refusal(), "") << place;
  }
}

TEST_F(ContactsFileTest, AFullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const auto writer = ContactsWriter::create("/dev/full", header());
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().kind, Error::Kind::disk);
}

/// Runs of scenes that store their contacts.
class ContactsOfRuns : public testing::Test {
 protected:
  [[nodiscard]] RunResult run(const std::string& scene, const std::string& name, ExistingRun existing = {},
                              std::optional<FrameInterval> frames = {}, bool stores = true) {
    RunObserver observer;
    std::vector<std::string> overrides;
    if (stores) overrides.emplace_back("output.contacts=true");
    const auto result = run_scene({.scene = folder_.write("scene.json", scene).string(),
                                   .folder = folder_ / name,
                                   .overrides = overrides,
                                   .frames = frames,
                                   .existing = existing},
                                  observer);
    EXPECT_TRUE(result) << result.error().message();
    return result ? *result : RunResult{};
  }

  test::TemporaryFolder folder_;
};

/// A level sheet of four vertices that falls on a large floor, and lies on it from frame 3 on.
constexpr const char* kFall = R"({
  "version": 1, "time": { "frames": 6, "frame_rate": 24, "step": 0.02 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [2, 2], "size": [0.2, 0.2] }, "place": { "translate": [0, 0.03, 0] } },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] } } ]
})";

TEST_F(ContactsOfRuns, SayWhatTouchesAndHowFarApartItIs) {
  ASSERT_EQ(run(kFall, "a").ending, RunResult::Ending::complete);
  const auto reader = ContactsReader::open(folder_ / "a/contacts.bin");
  ASSERT_TRUE(reader) << reader.error().message();
  ASSERT_EQ(reader->size(), 7);
  EXPECT_EQ(reader->header().vertices, 8);
  EXPECT_TRUE(reader->read_frame(0)->contacts.contacts.empty());
  const auto cache = Pc2Reader::open(folder_ / "a/sheet.pc2");
  ASSERT_TRUE(cache);
  std::vector<std::int64_t> collisions(7, 0), proximities(7, 0);
  ASSERT_TRUE(read_stats(folder_ / "a/stats.ndjson", [&](const StepReport& step) {
    const auto k = static_cast<std::size_t>(step.frame - 1);
    collisions[k] += step.collision.contacts;
    proximities[k] = step.collision.proximities;
  }));
  std::size_t touching_frames = 0;
  for (std::int64_t k = 1; k < 7; ++k) {
    const ContactsFrame frame = *reader->read_frame(k);
    const auto sheet = *cache->read_frame(static_cast<std::int32_t>(k));
    const auto at = static_cast<std::size_t>(k);
    std::int64_t found = 0;
    for (std::size_t i = 1; i < frame.contacts.contacts.size(); ++i)  // each stencil once, in order
      EXPECT_TRUE(compare_stencils(frame.contacts.contacts[i - 1].contact, frame.contacts.contacts[i].contact) < 0);
    for (const FrameContact& item : frame.contacts.contacts) {
      found += item.is_collision ? 1 : 0;
      EXPECT_NEAR(std::abs(item.contact.normal.y()), 1.0, 1e-3);
      EXPECT_EQ(item.rung, LowestRung::response);
      if (item.contact.kind != StencilKind::vertex_triangle) continue;
      // The floor is the triangle, at height 0: the gap is the height of the vertex.
      ASSERT_LT(item.contact.vertex[3].value, 4);
      EXPECT_NEAR(item.gap, sheet[item.contact.vertex[3].index()].y(), 1e-6);
    }
    EXPECT_EQ(found > 0, collisions[at] > 0) << k;
    EXPECT_LE(found, collisions[at]);
    EXPECT_GE(static_cast<std::int64_t>(frame.contacts.contacts.size()), proximities[at]);
    EXPECT_LE(static_cast<std::int64_t>(frame.contacts.contacts.size()), proximities[at] + collisions[at]);
    touching_frames += frame.contacts.contacts.empty() ? 0 : 1;
  }
  EXPECT_GE(touching_frames, 3U);
  EXPECT_LT(touching_frames, 6U);
  EXPECT_TRUE(read_run_record(folder_ / "a/run.json")->has_contacts);
}

TEST_F(ContactsOfRuns, AreNotThereUnlessAskedFor) {
  ASSERT_EQ(run(kFall, "a", ExistingRun::refuse, {}, false).ending, RunResult::Ending::complete);
  EXPECT_FALSE(fs::exists(folder_ / "a/contacts.bin"));
  EXPECT_FALSE(read_run_record(folder_ / "a/run.json")->has_contacts);
  // Storing them changes nothing else, and a run that replaces one with contacts leaves none behind.
  const auto plain = read_run_record(folder_ / "a/run.json")->frame_hashes;
  ASSERT_EQ(run(kFall, "a", ExistingRun::replace).ending, RunResult::Ending::complete);
  EXPECT_TRUE(fs::exists(folder_ / "a/contacts.bin"));
  EXPECT_EQ(read_run_record(folder_ / "a/run.json")->frame_hashes, plain);
  ASSERT_EQ(run(kFall, "a", ExistingRun::replace, {}, false).ending, RunResult::Ending::complete);
  EXPECT_FALSE(fs::exists(folder_ / "a/contacts.bin"));
}

TEST_F(ContactsOfRuns, HaveTheSameBitsAfterAResumeAndOnAnyNumberOfThreads) {
  with_threads(1, [&] { ASSERT_EQ(run(kFall, "whole").ending, RunResult::Ending::complete); });
  ASSERT_EQ(run(kFall, "parts", ExistingRun::refuse, FrameInterval{1, 5}).ending, RunResult::Ending::ended_early);
  // A frame behind the checkpoint, as a killed process leaves it.
  {
    const fs::path file = folder_ / "parts/contacts.bin";
    auto writer = ContactsWriter::resume(file, ContactsReader::open(file)->header(), 5);
    ASSERT_TRUE(writer) << writer.error().message();
    ASSERT_TRUE(writer->append(frame()));
  }
  with_threads(3, [&] { ASSERT_EQ(run(kFall, "parts", ExistingRun::resume).ending, RunResult::Ending::complete); });
  EXPECT_EQ(test::run_contents(folder_ / "parts"), test::run_contents(folder_ / "whole"));
}

TEST_F(ContactsOfRuns, ALostFileIsNamed) {
  ASSERT_EQ(run(kFall, "a", ExistingRun::refuse, FrameInterval{1, 3}).ending, RunResult::Ending::ended_early);
  fs::remove(folder_ / "a/contacts.bin");
  RunObserver observer;
  const auto result = run_scene({.scene = (folder_ / "scene.json").string(),
                                 .folder = folder_ / "a",
                                 .overrides = {"output.contacts=true"},
                                 .existing = ExistingRun::resume},
                                observer);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message().find("contacts.bin"), std::string::npos) << result.error().message();
}

// Two plates squeeze a sheet that cannot leave, so they lag: the file says where their scripts place them.
TEST_F(ContactsOfRuns, SayWhereAnObstacleThatLagsShouldBe) {
  RunObserver observer;
  const auto result = run_scene({.scene = folder_.write("scene.json", test::pinch_scene()).string(),
                                 .folder = folder_ / "a",
                                 .overrides = {"output.contacts=true", "collision.pinch=yield"}},
                                observer);
  ASSERT_TRUE(result) << result.error().message();
  const auto reader = ContactsReader::open(folder_ / "a/contacts.bin");
  ASSERT_TRUE(reader) << reader.error().message();
  std::vector<double> lag(static_cast<std::size_t>(reader->size()), 0.0);
  ASSERT_TRUE(read_stats(folder_ / "a/stats.ndjson", [&](const StepReport& step) {
    lag[static_cast<std::size_t>(step.frame - result->record.start_frame)] = step.collision.lag.length;
  }));
  std::size_t lagging = 0;
  for (std::int64_t k = 0; k < reader->size(); ++k) {
    const ContactsFrame frame = *reader->read_frame(k);
    std::vector<Vec3> positions;
    for (const RunBody& body : result->record.bodies) {
      const auto cache = Pc2Reader::open(folder_ / "a" / (body.name + ".pc2"));
      const auto part = cache->read_frame(static_cast<std::int32_t>(k));
      positions.insert(positions.end(), part->begin(), part->end());
    }
    double largest = 0.0;
    for (const VertexPlace& item : frame.as_given)
      largest = std::max(largest, (positions[item.vertex.index()] - item.place).norm());
    EXPECT_NEAR(largest, lag[static_cast<std::size_t>(k)], 1e-6) << k;
    lagging += frame.as_given.empty() ? 0 : 1;
  }
  EXPECT_GE(lagging, 2U);
}

}  // namespace
}  // namespace muslin::contacts_file_test
