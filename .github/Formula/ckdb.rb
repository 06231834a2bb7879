# The formula of the tap for the program for schema files; the two share a version and a source.
class Ckdb < Formula
  desc "Check, compare and plan CloudKit schemas (.ckdb)"
  homepage "https://github.com/OWNER/celestra-admin"
  url "https://github.com/OWNER/celestra-admin/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "python" => :build
  uses_from_macos "zlib"

  on_macos do
    depends_on macos: :sequoia
  end

  def install
    # A sandbox cannot start within Homebrew's sandbox.
    arguments = if OS.mac?
      ["--disable-sandbox"]
    else
      ["--static-swift-stdlib", "-Xcc", "-I#{HOMEBREW_PREFIX}/include", "-Xlinker", "-L#{HOMEBREW_PREFIX}/lib"]
    end
    system "swift", "build", *arguments, "-c", "release", "--product", "ckdb"
    bin.install ".build/release/ckdb"
    generate_completions_from_executable(bin/"ckdb", "--generate-completion-script")
    description = Utils.safe_popen_read(bin/"ckdb", "--experimental-dump-help")
    Utils.safe_popen_write(".ci/manual", "man1", version.to_s, time.strftime("%B %-d, %Y")) { |manual| manual.write(description) }
    man1.install Dir["man1/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/ckdb --version")
    (testpath/"a.ckdb").write "DEFINE SCHEMA RECORD TYPE A ( x STRNG );"
    assert_match "STRNG", shell_output("#{bin}/ckdb validate a.ckdb", 1)
  end
end
