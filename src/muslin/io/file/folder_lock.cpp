#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/folder_lock.hpp>

namespace muslin {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.is_open()) return system_error(folder, "open the folder", errno);
  // On file systems without locks every process gets access.
  if (::flock(handle.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{Error::Kind::unreadable_file, folder.string(), "another run is writing into this folder",
                 "wait until that run ends, or choose another folder"};
  return FolderLock(std::move(handle));
}

}  // namespace muslin
