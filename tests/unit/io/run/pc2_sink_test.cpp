#include <gtest/gtest.h>

#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/run/pc2_frames.hpp>
#include <muslin/io/run/pc2_sink.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::pc2_sink_test {
namespace {

/// Two bodies of 4 and 9 vertices, and frames in which every vertex is at (frame, vertex, 0).
class Pc2SinkTest : public testing::Test {
 protected:
  Pc2SinkTest() {
    scene_ = test::scene_of(test::sheet(2, 1.0), 0.1);
    scene_.time.start_frame = 5;
    scene_.bodies.push_back(test::sheet(3, 1.0));
    scene_.bodies[1].body.name = "large";
    state_.position.resize(13);
  }

  [[nodiscard]] Status append(Pc2Sink& sink, std::int64_t frame) {
    for (std::size_t i = 0; i < state_.position.size(); ++i)
      state_.position[i] = Vec3(static_cast<double>(frame), static_cast<double>(i), 0);
    return sink.append({.number = 5 + frame, .time = 0.1 * static_cast<double>(frame), .state = state_});
  }

  test::TemporaryFolder folder_;
  Scene scene_;
  std::vector<BodyRange> ranges_ = {{0, 4}, {4, 9}};
  State state_;
};

TEST_F(Pc2SinkTest, WritesACachePerBodyThatReadsBack) {
  Pc2Sink sink(folder_.path());
  ASSERT_TRUE(sink.begin({scene_, ranges_, 0}));
  for (const std::int64_t frame : {0, 1, 2}) ASSERT_TRUE(append(sink, frame));
  const auto large = Pc2Reader::open(folder_ / "large.pc2");
  ASSERT_TRUE(large) << large.error().message();
  EXPECT_EQ(large->header().points, 9);
  EXPECT_EQ(large->header().start, 5.0F);
  EXPECT_EQ(large->header().samples, 3);
  const auto frames = Pc2Frames::open(folder_.path(), scene_, 3);
  ASSERT_TRUE(frames) << frames.error().message();
  EXPECT_EQ(frames->read(2)->at(12), Vec3(2, 12, 0));
  const auto longer = Pc2Frames::open(folder_.path(), scene_, 4);
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().message().find("3 frames"), std::string::npos) << longer.error().message();
}

TEST_F(Pc2SinkTest, ResumesBehindTheFramesThatAreKept) {
  for (const std::int64_t kept : {0, 2}) {
    Pc2Sink sink(folder_.path());
    ASSERT_TRUE(sink.begin({scene_, ranges_, kept}));
    for (std::int64_t frame = kept; frame < 4; ++frame) ASSERT_TRUE(append(sink, kept == 0 ? frame : 10 * frame));
  }
  const auto frames = Pc2Frames::open(folder_.path(), scene_, 4);
  ASSERT_TRUE(frames);
  EXPECT_EQ(frames->read(1)->at(0).x(), 1.0);
  EXPECT_EQ(frames->read(2)->at(0).x(), 20.0);
  EXPECT_EQ(frames->read(3)->at(0).x(), 30.0);
}

TEST_F(Pc2SinkTest, ACacheOfAnotherBodyIsRefused) {
  {
    Pc2Sink sink(folder_.path());
    ASSERT_TRUE(sink.begin({scene_, ranges_, 0}));
    ASSERT_TRUE(append(sink, 0));
  }
  std::swap(scene_.bodies[0].body.mesh, scene_.bodies[1].body.mesh);
  Pc2Sink sink(folder_.path());
  const Status refused = sink.begin({scene_, ranges_, 1});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("4 points"), std::string::npos) << refused.error().message();
}

}  // namespace
}  // namespace muslin::pc2_sink_test
