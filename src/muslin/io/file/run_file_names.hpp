#pragma once

namespace muslin {

/// Names of the files of a run folder, apart from the `.obj` and `.pc2` of each body.
inline constexpr const char* kRecordName = "run.json";
inline constexpr const char* kSceneName = "scene.json";
inline constexpr const char* kStatsName = "stats.ndjson";
inline constexpr const char* kAuditName = "audit.json";
inline constexpr const char* kContactsName = "contacts.bin";
inline constexpr const char* kCheckpointName = "checkpoint";
inline constexpr const char* kBlenderName = "import_in_blender.py";

}  // namespace muslin
