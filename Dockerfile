# One image for each service:  docker build --build-arg SERVICE=order-state --tag delivery/order-state .
# SERVICE: intake-api, order-state, webhook-dispatcher, courier-simulator.
# The console names each replica by its release, or by --build-arg SERVICE_VERSION="$(git rev-parse --short HEAD)".
# Targets: `service` (default); `demo` and `gateway`, which docker-compose.yml puts beside the services. They come before the stages
# of a service: a builder that runs every stage up to its target builds nothing for them.

ARG NODE_VERSION=24.21.0
ARG DEBIAN_RELEASE=bookworm

FROM node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim AS base
WORKDIR /app

# Its output is JavaScript, the same for each platform: it runs on the builder's own, without emulation. Only BuildKit
# knows that platform.
FROM --platform=${BUILDPLATFORM:-linux/amd64} node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim AS builder
ENV npm_config_update_notifier=false TURBO_TELEMETRY_DISABLED=1
WORKDIR /app

# tini is PID 1: it passes signals on and reaps, on any runtime, also without `--init`.
FROM base AS runtime
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
# Half of the container's memory for old objects: by itself Node takes more than 256 MiB, and the kernel ends the process before its
# garbage is collected. The rest is for young objects (48 MiB), buffers and the program.
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size-percentage=50
# package.json says that .js files here are ES modules.
COPY package.json deploy/healthcheck.js /app/
# By number, so that Kubernetes can see that it is not root. Nothing is written: the root file system may be read-only.
USER 1000:1000
ENTRYPOINT ["/usr/bin/tini", "--"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "/app/healthcheck.js", "/livez"]

FROM runtime AS demo
COPY deploy/demo/demo.js /app/demo.js
ENV PORT=9000
CMD ["node", "/app/demo.js"]

FROM runtime AS gateway
COPY deploy/gateway/gateway.js /app/gateway.js
CMD ["node", "/app/gateway.js"]

# The files that name the packages to install: no other change installs them again.
FROM builder AS manifests
COPY . .
RUN find . \( -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -o -type d -empty \) -delete

# All services at once, with the versions of the lockfile; each image takes its own. A bundle needs no packages beside it, and what tools
# read in `dist/modules` stays here. Links lead to the pages that a service serves.
FROM builder AS build
COPY --from=manifests /app/ ./
RUN npm ci --ignore-scripts
COPY . .
RUN npx turbo run build --filter='./services/*' --filter=@delivery/courier-simulator
RUN for directory in services/* packages/courier-simulator; do \
      mkdir -p "/images/${directory##*/}" && cp -rL "${directory}/dist" "/images/${directory##*/}/" || exit 1; \
    done \
  && cp -r services/order-state/migrations /images/order-state/ \
  && rm -r /images/*/dist/modules

FROM runtime AS service
ARG SERVICE
RUN test -n "${SERVICE}" || { echo 'give --build-arg SERVICE=<intake-api|order-state|webhook-dispatcher|courier-simulator>' >&2; exit 1; }
COPY --from=build /images/${SERVICE}/ /app/
# Shown by the console, such as the git revision; without it the version of the release.
ARG SERVICE_VERSION
ENV SERVICE_VERSION=${SERVICE_VERSION}
LABEL org.opencontainers.image.title="delivery/${SERVICE}" \
  org.opencontainers.image.description="Delivery orders in over HTTP, signed webhooks out, nothing lost in between." \
  org.opencontainers.image.revision="${SERVICE_VERSION}"
# Under a limit of memory Node makes the young generation small (semi-spaces of 1 MiB at 256 MiB), and collecting it
# would cost more than the work. 16 MiB is what it takes without a limit.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/main.js"]
