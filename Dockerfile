# syntax=docker/dockerfile:1
#
# One pattern for all services:  docker build --build-arg SERVICE=order-state --tag delivery/order-state .
# The courier simulator is built like one:  --build-arg SERVICE=courier-simulator --build-arg DIRECTORY=packages
# The console names each replica by its release, or by --build-arg SERVICE_VERSION="$(git rev-parse --short HEAD)".
# Targets: `service` (default); `demo` and `gateway`, which docker-compose.yml puts beside the services. They come before the stages
# of a service: a builder that runs every stage up to its target needs no SERVICE for them.

ARG NODE_VERSION=24.11.1
ARG DEBIAN_RELEASE=bookworm

FROM node:${NODE_VERSION}-${DEBIAN_RELEASE}-slim AS base
ENV npm_config_update_notifier=false TURBO_TELEMETRY_DISABLED=1
WORKDIR /app

# tini is PID 1: it passes signals on and reaps, on any runtime, also without `--init`.
FROM base AS runtime
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
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

# Only what the service needs of the monorepo: with what builds it, and with what runs it.
FROM base AS prune
ARG SERVICE
COPY . .
RUN test -n "${SERVICE}" || { echo 'give --build-arg SERVICE=<intake-api|order-state|webhook-dispatcher|courier-simulator>' >&2; exit 1; }
RUN turbo_version=$(node -p "require('./package.json').devDependencies.turbo") \
  && npx --yes "turbo@${turbo_version}" prune "@delivery/${SERVICE}" --docker --out-dir /pruned/build \
  && npx --yes "turbo@${turbo_version}" prune "@delivery/${SERVICE}" --docker --production --out-dir /pruned/run

FROM base AS build
ARG SERVICE
COPY --from=prune /pruned/build/json/ ./
RUN npm ci --ignore-scripts
COPY --from=prune /pruned/build/full/ ./
COPY tsconfig.base.json rolldown.config.js ./
# The guide that intake-api serves is made of these, and it serves the receivers beside it.
COPY docs/merchants.md docs/merchants-es.md docs/merchants-pt.md docs/open-delivery.md docs/couriers.md docs/platforms.md docs/webhook-signature-vectors.json docs/
COPY examples/courier.py examples/
COPY examples/go/receiver.go examples/go/
COPY examples/java/Receiver.java examples/java/
COPY examples/php/receiver.php examples/php/
COPY examples/python/receiver.py examples/python/
RUN npx turbo run build --filter="@delivery/${SERVICE}"

# npm installs what a workspace lists for its tests even with --omit=dev, because that is a workspace too: so the lists go
# first. Versions still come from the lockfile.
FROM base AS run
COPY --from=prune /pruned/run/json/ ./
RUN npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm ci --omit=dev --ignore-scripts
COPY --from=build /app/ /build/
# The courier simulator needs no service: there is no such directory then, and the next stage copies it.
RUN mkdir -p services \
  && for workspace in packages/* services/*; do \
      [ -d "${workspace}" ] || continue; \
      cp -r "/build/${workspace}/dist" "${workspace}/dist"; \
      if [ -d "/build/${workspace}/migrations" ]; then cp -r "/build/${workspace}/migrations" "${workspace}/"; fi; \
    done

FROM runtime AS service
ARG SERVICE
# Where it is in the repository.
ARG DIRECTORY=services
# Shown by the console, such as the git revision; without it the version of the release.
ARG SERVICE_VERSION
ENV SERVICE_VERSION=${SERVICE_VERSION}
COPY --from=run /app/package.json /app/package.json
COPY --from=run /app/node_modules/ /app/node_modules/
COPY --from=run /app/packages/ /app/packages/
COPY --from=run /app/services/ /app/services/
WORKDIR /app/${DIRECTORY}/${SERVICE}
# Under a limit of memory Node makes the young generation small (semi-spaces of 1 MiB at 256 MiB), and collecting it
# would cost more than the work. 16 MiB is what it takes without a limit.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/main.js"]
