# The formula of the tap. A release replaces the version in `url` and its `sha256`; `brew bump-formula-pr` does both.
class CelestraAdmin < Formula
  desc "Check CloudKit schemas and run the catalog of a public database"
  homepage "https://github.com/OWNER/celestra-admin"
  url "https://github.com/OWNER/celestra-admin/archive/refs/tags/v0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "python" => :build
  uses_from_macos "sqlite"
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
    system "swift", "build", *arguments, "-c", "release", "--product", "celestra-admin"
    bin.install ".build/release/celestra-admin"
    generate_completions_from_executable(bin/"celestra-admin", "--generate-completion-script")
    pkgshare.install "schema", "seed"
    description = Utils.safe_popen_read(bin/"celestra-admin", "--experimental-dump-help")
    Utils.safe_popen_write(".ci/manual", "man1", version.to_s, time.strftime("%B %-d, %Y")) { |manual| manual.write(description) }
    man1.install Dir["man1/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/celestra-admin --version")
    cp_r pkgshare.children, testpath
    assert_match "feeds", shell_output("#{bin}/celestra-admin seed")
  end
end
