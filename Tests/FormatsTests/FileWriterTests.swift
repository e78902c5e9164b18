import Formats
import Glibc
import Testing

@Suite struct FileWriterTests {
  let scratch = Scratch()

  private func kind(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  /// Stands in for a reader: opening both ways never waits, and the pipe holds what is written.
  private func pipe(_ name: String) -> Int32 {
    mkfifo(scratch.path(name), 0o600)
    return open(scratch.path(name), O_RDWR | O_NONBLOCK)
  }

  private func text(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func `a FIFO is written to and stays`() throws {
    let reader = pipe("fifo")
    defer { close(reader) }
    try AtomicFileWriter.write(Array("through".utf8), to: scratch.path("fifo"))
    #expect(text(reader) == "through")
    #expect(kind(scratch.path("fifo")) == S_IFIFO)
    #expect(scratch.listing() == ["fifo"])
  }

  @Test func `a link to a FIFO is written to and stays`() throws {
    let reader = pipe("fifo")
    defer { close(reader) }
    symlink("fifo", scratch.path("link"))
    try AtomicFileWriter.write(Array("through".utf8), to: scratch.path("link"))
    #expect(text(reader) == "through")
    #expect(kind(scratch.path("link")) == S_IFLNK && kind(scratch.path("fifo")) == S_IFIFO)
  }

  /// A link to the device, so that a fault cannot harm the machine: the folder of the device must not be touched.
  @Test func `a device is written to and stays`() throws {
    symlink("/dev/null", scratch.path("null"))
    try AtomicFileWriter.write(Array("gone".utf8), to: scratch.path("null"))
    #expect(kind(scratch.path("null")) == S_IFLNK && kind("/dev/null") == S_IFCHR)
    #expect(scratch.listing() == ["null"])
    symlink("/dev/full", scratch.path("full"))
    let error = #expect(throws: FileWriteError.self) {
      try AtomicFileWriter.write(Array("gone".utf8), to: scratch.path("full"))
    }
    #expect(error?.description == "\(scratch.path("full")): No space left on device")
  }

  @Test func `an open file that a link stands for is appended to`() throws {
    let file = try scratch.file("a.txt", "first ")
    let descriptor = open(file, O_WRONLY)
    defer { close(descriptor) }
    try AtomicFileWriter.write(Array("second".utf8), to: "/proc/self/fd/\(descriptor)")
    #expect(try scratch.bytes("a.txt") == Array("first second".utf8))
    #expect(scratch.listing() == ["a.txt"])
  }

  @Test(arguments: ["", "folder/"]) func `behind links the file is replaced`(folder: String) throws {
    mkdir(scratch.path("folder"), 0o700)
    defer {
      unlink(scratch.path("folder/b.txt"))
      rmdir(scratch.path("folder"))
    }
    try scratch.file(folder + "b.txt", "old")
    symlink(folder + "b.txt", scratch.path("inner"))
    symlink(scratch.path("inner"), scratch.path("outer"))
    try AtomicFileWriter.write(Array("new".utf8), to: scratch.path("outer"))
    #expect(try scratch.bytes(folder + "b.txt") == Array("new".utf8))
    #expect(kind(scratch.path("outer")) == S_IFLNK && kind(scratch.path("inner")) == S_IFLNK)
    #expect(kind(scratch.path(folder + "b.txt")) == S_IFREG)
    if folder.isEmpty { unlink(scratch.path("b.txt")) }
    #expect(scratch.listing() == ["folder", "inner", "outer"])
  }

  @Test func `a link to nothing makes the file it names`() throws {
    symlink("b.txt", scratch.path("link"))
    try AtomicFileWriter.write(Array("new".utf8), to: scratch.path("link"))
    #expect(try scratch.bytes("b.txt") == Array("new".utf8))
    #expect(scratch.listing() == ["b.txt", "link"] && kind(scratch.path("link")) == S_IFLNK)
  }

  @Test func `what cannot be a file is an error and leaves nothing`() throws {
    symlink("ring", scratch.path("ring"))
    symlink("no/such", scratch.path("lost"))
    let expectations = [
      (scratch.folder, "is a folder; expected a file"), ("", "the path is empty; expected a file"),
      (scratch.path("ring"), "Too many levels of symbolic links"), (scratch.path("lost"), "No such file or directory"),
      (scratch.path("no/such/folder"), "No such file or directory"),
      (scratch.path("new/"), "No such file or directory"),
    ]
    for (path, message) in expectations {
      let error = #expect(throws: FileWriteError.self) { try AtomicFileWriter.write([1], to: path) }
      #expect(error == FileWriteError(path: path, message: message))
    }
    #expect(scratch.listing() == ["lost", "ring"])
  }

  @Test func `a socket is an error and stays`() throws {
    let path = scratch.path("socket")
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    try #require(isBound)
    let error = #expect(throws: FileWriteError.self) { try AtomicFileWriter.write([1], to: path) }
    #expect(error?.message == "is a socket; expected a file, a FIFO or a device")
    #expect(kind(path) == S_IFSOCK && scratch.listing() == ["socket"])
  }

  @Test func `compressed bytes reach a FIFO whole`() throws {
    let reader = pipe("fifo.gz")
    defer { close(reader) }
    try AtomicFileWriter.write(Array("through".utf8), to: scratch.path("fifo.gz"))
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(reader, &bytes, bytes.count)
    let file = try scratch.file("copy.gz", Array(bytes.prefix(max(0, count))))
    #expect(try ByteInput(path: file).readAll() == Array("through".utf8))
  }

  private func write(_ names: [String]) throws {
    try AtomicFileWriter.write(all: names.map { (Array("new \($0)".utf8), $0.isEmpty ? $0 : scratch.path($0)) })
  }

  @Test func `several files appear together`() throws {
    try scratch.file("b", "old")
    try write(["a", "b", "c.gz"])
    #expect(scratch.listing() == ["a", "b", "c.gz"])
    #expect(try scratch.bytes("a") == Array("new a".utf8) && scratch.bytes("b") == Array("new b".utf8))
    #expect(try ByteInput(path: scratch.path("c.gz")).readAll() == Array("new c.gz".utf8))
  }

  @Test(arguments: [
    ["a", "b", "no/such"], ["no/such", "a", "b"], ["a", "full", "b"], ["b", "a", ""], ["b", "a", "."],
  ])
  func `none of several files appears when one cannot be written`(names: [String]) throws {
    try scratch.file("b", "old")
    symlink("/dev/full", scratch.path("full"))
    let error = #expect(throws: FileWriteError.self) { try write(names) }
    #expect(error?.path.hasSuffix("/a") == false && error?.path.hasSuffix("/b") == false)
    #expect(scratch.listing() == ["b", "full"])
    #expect(try scratch.bytes("b") == Array("old".utf8))
  }

  @Test func `bytes that cannot be taken back are written last`() throws {
    let reader = pipe("fifo")
    defer { close(reader) }
    symlink("/dev/full", scratch.path("full"))
    #expect(throws: FileWriteError.self) { try write(["fifo", "a", "no/such"]) }
    #expect(text(reader) == "")
    try write(["fifo", "a"])
    #expect(text(reader) == "new fifo" && scratch.listing() == ["a", "fifo", "full"])
  }

  @Test(arguments: ["a", "./a", "link", "folder/../a"]) func `one file cannot be written twice`(other: String) throws {
    mkdir(scratch.path("folder"), 0o700)
    defer { rmdir(scratch.path("folder")) }
    symlink("a", scratch.path("link"))
    let error = #expect(throws: FileWriteError.self) { try write(["b", "a", other]) }
    #expect(error?.path == scratch.path(other))
    #expect(
      error?.message == "is the same file as \(scratch.path("a")); expected a different one for each output")
    #expect(scratch.listing() == ["folder", "link"])
    #expect(throws: FileWriteError.self) { try AtomicFileWriter.write(all: [([1], "-"), ([1], "-")]) }
  }
}
