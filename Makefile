# Waybench: build, test and show it. Needs a Swift 6.3 toolchain; everything else is fetched from Debian.

# Every Debian package that building and testing need: what we link with, and what the toolchain itself runs on.
PACKAGES = \
  libgeos-dev libxml2-dev zlib1g-dev libbz2-dev libexpat1-dev liblz4-dev libxxhash-dev \
  libosmium2-dev libprotozero-dev libproj-dev pkg-config bzip2 \
  binutils ca-certificates g++ git libc6-dev libcurl4 libncurses6

# The toolchain may lie outside of PATH.
export PATH := $(PATH):/opt/swift/usr/bin:/usr/local/bin:/usr/local/swift/usr/bin:$(HOME)/.local/share/swiftly/bin
SWIFT = swift
SOURCES = Sources Tests Benchmarks Package.swift

# Tests build real road networks many times: optimized, with all assertions on, they run ten times as fast.
TEST_FLAGS = --scratch-path .build/tests -Xswiftc -O -Xswiftc -assert-config -Xswiftc Debug

.PHONY: help build demo test lint format packages toolchain

help:
	@echo 'make demo      build it and run the demonstration'
	@echo 'make test      build and run all tests'
	@echo 'make build     build the command line in release'
	@echo 'make lint      check the format of the sources'
	@echo 'make format    format the sources'
	@echo 'make packages  install the Debian packages that are missing'

build: packages toolchain
	$(SWIFT) build -c release --product waybench

demo: build
	.build/release/waybench demo

test: packages toolchain
	$(SWIFT) build --build-tests $(TEST_FLAGS)
	$(SWIFT) test --skip-build $(TEST_FLAGS)

lint: toolchain
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format: toolchain
	$(SWIFT) format --in-place --recursive $(SOURCES)

toolchain:
	@command -v $(SWIFT) >/dev/null || { \
	  echo 'No `swift` on PATH, in /opt/swift, in /usr/local or under ~/.local/share/swiftly.' >&2; \
	  echo 'Install a Swift 6.3 toolchain: https://www.swift.org/install/linux' >&2; \
	  exit 1; }

packages:
	@if ! command -v dpkg >/dev/null; then \
	  echo 'Not a Debian system: make sure that the equivalents of these are installed:' $(PACKAGES) >&2; \
	  exit 0; \
	fi; \
	missing=''; \
	for package in $(PACKAGES); do \
	  dpkg -s "$$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing="$$missing $$package"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	echo "Installing:$$missing"; \
	as_root=''; \
	if [ "$$(id -u)" -ne 0 ]; then \
	  command -v sudo >/dev/null || { echo "Install as root:$$missing" >&2; exit 1; }; \
	  as_root='sudo'; \
	fi; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get update; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $$missing
