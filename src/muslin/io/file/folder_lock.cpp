#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/folder_lock.hpp>
#include <thread>

namespace muslin {
namespace {

/// Who asks whether the lock is taken has it for some microseconds, together with others who ask. To take it is tried
/// again for this long before it counts as taken.
constexpr int kAttempts = 50;
constexpr std::chrono::milliseconds kPause{2};

bool is_refused(const FileDescriptor& handle, int kind) {
  int result = 0;
  do result = ::flock(handle.get(), kind | LOCK_NB);
  while (result != 0 && errno == EINTR);
  return result != 0 && errno == EWOULDBLOCK;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.is_open()) return system_error(folder, "open the folder", errno);
  // On file systems without locks every process gets access.
  for (int attempt = 1; is_refused(handle, LOCK_EX); ++attempt) {
    if (attempt < kAttempts) {
      std::this_thread::sleep_for(kPause);
      continue;
    }
    return Error{Error::Kind::unreadable_file, folder.string(), "another run is writing into this folder",
                 "wait until that run ends, or choose another folder"};
  }
  return FolderLock(std::move(handle));
}

bool FolderLock::is_taken(const std::filesystem::path& folder) {
  const FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  return handle.is_open() && is_refused(handle, LOCK_SH);
}

}  // namespace muslin
