#include <gtest/gtest.h>

#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/run_audit.hpp>
#include <nlohmann/json.hpp>
#include <tests/support/program.hpp>

namespace muslin::run_audit_test {
namespace {

using Kind = AuditElement::Kind;

RunAuditFrame frame(std::int64_t number, std::size_t intersections) {
  RunAuditFrame result;
  result.audit.frame = number;
  result.audit.intersections = intersections;
  return result;
}

RunAudit sample() {
  RunAudit audit;
  audit.add(frame(10, 0));
  RunAuditFrame bad = frame(11, 3);
  bad.audit.obstacle_intersections = 7;
  bad.audit.first = {{{"she\"et", Kind::triangle, 12}, {"rope", Kind::segment, 3}, Vec3(0.1, -2e-300, 3)},
                     {{"she\"et", Kind::triangle, 13}, {"floor", Kind::triangle, 0}, Vec3(1.0 / 3.0, 0, 0)}};
  bad.audit.seconds = 5.0;  // in no file
  bad.lag = {0.03, "ball", "she\"et", Vec3(1, 2, 0.1)};
  audit.add(bad);
  RunAuditFrame lagging = frame(12, 0);
  lagging.lag = {0.01, "ball", "", Vec3(1, 2, 3)};
  audit.add(lagging);
  return audit;
}

TEST(RunAudit, Sums) {
  RunAudit audit = sample();
  EXPECT_FALSE(audit.clean());
  EXPECT_EQ(audit.intersections(), 3U);
  EXPECT_EQ(audit.obstacle_intersections(), 7U);
  EXPECT_EQ(audit.bad_frames(), 1U);
  EXPECT_EQ(audit.max_lag(), 0.03);
  RunAuditFrame nowhere = frame(13, 0);
  nowhere.audit.undecidable = 2;
  audit.add(nowhere);
  EXPECT_EQ(audit.undecidable(), 2U);
  EXPECT_EQ(audit.bad_frames(), 2U);
  EXPECT_TRUE(RunAudit().clean());
}

TEST(RunAudit, SaysOfAFrameNoMoreThanThereIs) {
  EXPECT_EQ(to_json(sample()),
            "{\n\"format\": 1,\n\"clean\": false,\n\"frames_audited\": 3,\n\"bad_frames\": 1,\n\"intersections\": 3,\n"
            "\"tangled\": 0,\n\"outranked\": 0,\n\"obstacle_intersections\": 7,\n\"undecidable\": 0,\n"
            "\"intersections_as_given\": 0,\n\"bad_frames_as_given\": 0,\n\"depth_as_given\": 0.0,\n"
            "\"max_lag\": 0.03,\n\"frames\": [\n"
            "{\"frame\":10,\"intersections\":0},\n"
            "{\"frame\":11,\"intersections\":3,\"obstacle_intersections\":7,\"first\":["
            "{\"a\":{\"body\":\"she\\\"et\",\"triangle\":12},\"b\":{\"body\":\"rope\",\"segment\":3},"
            "\"place\":[0.1,-2e-300,3.0]},"
            "{\"a\":{\"body\":\"she\\\"et\",\"triangle\":13},\"b\":{\"body\":\"floor\",\"triangle\":0},"
            "\"place\":[0.3333333333333333,0.0,0.0]}],"
            "\"lag\":{\"length\":0.03,\"body\":\"ball\",\"against\":\"she\\\"et\",\"place\":[1.0,2.0,0.1]}},\n"
            "{\"frame\":12,\"intersections\":0,"
            "\"lag\":{\"length\":0.01,\"body\":\"ball\",\"place\":[1.0,2.0,3.0]}}\n]\n}\n");
}

TEST(RunAudit, ReadsBackToTheSameText) {
  const test::TemporaryFolder folder;
  for (const RunAudit& audit : {RunAudit(), sample()}) {
    const std::string text = to_json(audit);
    EXPECT_TRUE(nlohmann::json::accept(text)) << text;
    ASSERT_TRUE(write_run_audit(folder / "audit.json", audit));
    const auto read = read_run_audit(folder / "audit.json");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(to_json(*read), text);
  }
}

TEST(RunAudit, RefusesWhatIsDamaged) {
  const test::TemporaryFolder folder;
  const std::string whole = to_json(sample());
  for (std::size_t size = 0; size + 2 < whole.size(); size += 13)
    EXPECT_FALSE(read_run_audit(folder.write("audit.json", whole.substr(0, size)))) << size;
  for (const char* text : {"[]", "{}", R"({"format": 2, "frames": []})", R"({"format": 1, "frames": [{"frame": 1}]})",
                           R"({"format": 1, "frames": [{"frame": "x", "intersections": 0}]})"}) {
    const auto read = read_run_audit(folder.write("audit.json", text));
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, Error::Kind::unreadable_file);
  }
  EXPECT_FALSE(read_run_audit(folder / "missing.json"));
}

TEST(RunAudit, PutsPairsInWords) {
  EXPECT_EQ(describe(AuditedPair{{"rope", Kind::segment, 3}, {"floor", Kind::triangle, 0}, Vec3(0.5, 0, -1)}),
            "rope segment 3 and floor triangle 0 near (0.5, 0, -1)");
}

}  // namespace
}  // namespace muslin::run_audit_test
