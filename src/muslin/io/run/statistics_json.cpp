#include <limits>
#include <muslin/io/run/statistics_json.hpp>
#include <nlohmann/json.hpp>

namespace muslin::detail {
namespace {

ClusterCounts cluster_counts_of(const Json& json) {
  return {.clusters = json.at("count"),
          .cyclic = json.at("cyclic"),
          .infeasible = json.at("infeasible"),
          .restrained = json.at("restrained"),
          .energy_gained = number_of(json.at("energy_gained"))};
}

QpCounts qp_counts_of(const Json& json) {
  QpCounts counts;
  if (json.is_null()) return counts;  // runs of before there were any
  counts.rows = json.at("rows");
  counts.active = json.at("active");
  counts.additions = json.at("additions");
  counts.removals = json.at("removals");
  counts.watched = json.at("watched");
  counts.dropped = json.at("dropped");
  counts.softened = json.at("softened");
  counts.failures = json.at("failures");
  return counts;
}

/// What a step counts and a run sums up, under the same names.
template <class Counts>
Counts counts_of(const Json& json) {
  Counts counts;
  counts.broad_phase_pairs = json.at("candidates");
  counts.proximities = json.at("proximities");
  counts.contacts = json.at("contacts");
  counts.zones = json.at("zones");
  counts.largest_zone = json.at("largest_zone");
  counts.passes = json.at("passes");
  counts.iterations = json.at("iterations");
  counts.rough_zones = json.value("rough_zones", 0);  // runs of before it was counted had none
  counts.certificates = json.at("certificates");
  const Json& rungs = json.at("rungs");
  counts.rungs = {rungs.at("response"), rungs.at("rigid_zones"), rungs.at("halvings"), rungs.at("yields"),
                  rungs.at("stops")};
  if (const auto clusters = json.find("clusters"); clusters != json.end())  // runs of before there were any
    counts.clusters = cluster_counts_of(*clusters);
  counts.qp = qp_counts_of(json.value("qp", Json()));
  counts.stopped_vertices = json.at("stopped_vertices");
  counts.energy_lost = number_of(json.at("energy_lost"));
  counts.sliding_speed = number_of(json.value("sliding_speed", Json()));  // runs of before it was measured: not known
  return counts;
}

Lag lag_of(const Json& json) {
  Lag lag;
  lag.length = number_of(json.at("length"));
  lag.body = json.at("body");
  lag.against = json.at("against");
  lag.vertex.value = json.at("vertex");
  lag.place = vector_of(json.at("place"));
  return lag;
}

}  // namespace

double number_of(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

Vec3 vector_of(const Json& json) { return {number_of(json.at(0)), number_of(json.at(1)), number_of(json.at(2))}; }

Json json_of(const Vec3& vector) { return {vector.x(), vector.y(), vector.z()}; }

Json json_of(const QpCounts& counts) {
  return {{"rows", counts.rows},         {"active", counts.active},    {"additions", counts.additions},
          {"removals", counts.removals}, {"watched", counts.watched},  {"dropped", counts.dropped},
          {"softened", counts.softened}, {"failures", counts.failures}};
}

PhaseTimes phase_times_of(const Json& json) {
  return {number_of(json.at("assembly")),  number_of(json.at("solve")),
          json.value("filter", 0.0),  // runs of before there were filters had none
          number_of(json.at("detection")), number_of(json.at("response")),
          number_of(json.at("rest"))};
}

CollisionReport collision_report_of(const Json& json) {
  auto report = counts_of<CollisionReport>(json);
  report.lag = lag_of(json.at("lag"));
  if (const auto groups = json.find("groups"); groups != json.end()) {
    report.groups.zones = groups->at("zones");
    report.groups.clusters = groups->at("clusters");
  }
  return report;
}

CollisionStatistics collision_statistics_of(const Json& json) {
  auto statistics = counts_of<CollisionStatistics>(json);
  statistics.largest_lag = lag_of(json.at("largest_lag"));
  return statistics;
}

LimitReport limit_report_of(const Json& json) {
  LimitReport report;
  if (json.is_null()) return report;  // runs of before there were limits
  report.iterations = json.at("iterations");
  report.strain = number_of(json.at("strain"));
  report.over_limit = json.at("over_limit");
  report.worst = VertexId(json.at("worst").at("vertex").get<std::int32_t>());
  report.worst_place = vector_of(json.at("worst").at("place"));
  report.shape_error = number_of(json.at("shape_error"));
  report.mean_squared_shape_error = number_of(json.at("mean_squared_shape_error"));
  return report;
}

}  // namespace muslin::detail
