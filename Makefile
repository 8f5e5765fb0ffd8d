# Everything that a person does with Viewfinder's source. `make` alone builds it.
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
TIME ?= 60

# Compilers take an empty or relative cache folder to be below the current one, and would leave their modules here.
ifeq ($(filter /%,$(XDG_CACHE_HOME)),)
unexport XDG_CACHE_HOME
endif

.PHONY: build run test test-long soak fuzz check test-sanitize lint format bench bench-lab bench-gpu bench-filters conformance screenshot \
    filter-docs install install-debug uninstall deb clean

build:
	@scripts/install-packages build
	@scripts/build

run: # ARGS="--source test:1280x720@60:NV12" gives the program arguments
	@scripts/run $(ARGS)

test:
	@scripts/test

test-long: # what is too long for `make test`; ARGS="client program" for some parts; results are added to .build/test-long.tsv
	@scripts/test-long $(ARGS)

soak: # half an hour with a fault every few seconds; ARGS=300 for five minutes without the lab
	@scripts/install-packages build run test lab
	@scripts/soak $(ARGS)

fuzz: # TIME=600 for ten minutes for each target, ARGS="y4m png" for some targets
	@scripts/fuzz --time $(TIME) $(ARGS)

check: # lint, and the tests that need neither GPU nor compositor: some seconds once the tests are built
	@scripts/check

test-sanitize: # ARGS="own-vectors" for the part that is in `make test`, ARGS="address" for another
	@scripts/test-sanitize $(ARGS)

lint:
	@scripts/install-packages build test
	@scripts/lint

format:
	swift format --in-place --recursive Sources Tests Plugins Package.swift
	@scripts/pin-packages

bench: # ARGS="--quick" for some minutes, ARGS="--only cpu,start" for some parts; all figures go into .build/bench.json
	@scripts/bench $(ARGS)

bench-lab: # beside qv4l2 and guvcview, on the lab's camera
	@scripts/install-packages build lab
	@scripts/build viewfinder RouteProbe FaultProbe USBCamera Bench
	@scripts/build-outside release
	@lab/bench .build/release/viewfinder .build/release/Bench "$${TMPDIR:-/tmp}/viewfinder-bench-lab"

bench-gpu: # ARGS="--device llvmpipe --json -" for another device, for figures
	@scripts/bench-gpu $(ARGS)

bench-filters: # ARGS="--quick" for some minutes, ARGS="--only chain,blur" for some parts; all figures go into .build/bench-filters.json
	@scripts/bench-filters $(ARGS)

conformance: # ARGS="NV12 RGBP" for some formats, ARGS="--program PATH" for a program that is built; without it, writes docs/conformance.md
	@scripts/conformance $(ARGS)

screenshot:
	@scripts/screenshot docs/viewfinder.png

filter-docs: # writes docs/filters.md and its pictures
	@scripts/install-packages build test
	@scripts/filter-docs

install: # DESTDIR=/tmp/package PREFIX=/usr for a package
	@scripts/install "$(DESTDIR)" "$(PREFIX)"

install-debug: # the same with the program's symbols and line tables, for debuggers
	@scripts/install --debug "$(DESTDIR)" "$(PREFIX)"

uninstall:
	@scripts/uninstall "$(DESTDIR)" "$(PREFIX)"

deb: # Debian's packages of the last commit, viewfinder and viewfinder-dbgsym, for the release of Debian that this is
	@scripts/deb

clean:
	rm -rf .build .build-* viewfinder.png
