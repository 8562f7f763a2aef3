# Service, worker and GitHub App in one image: `ROLE` chooses web or worker. It writes only to DATA_DIR and /tmp, so that it runs with a read-only root.

FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim AS build
WORKDIR /src
# First what changes seldom: the packages, then the database client.
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY server/scripts/prepare.mjs server/scripts/
COPY server/db/schema.prisma server/db/
RUN node server/scripts/prepare.mjs
COPY . .
# OWNER/NAME, which the documentation links to.
ARG GITHUB_REPOSITORY
RUN npm run build

# What runs, without what builds.
FROM --platform=$BUILDPLATFORM node:24.21.0-trixie-slim AS packages
ARG TARGETARCH
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY server/scripts/prune-packages.mjs server/scripts/
RUN cpu=$(test "${TARGETARCH:-amd64}" = amd64 && echo x64 || echo "$TARGETARCH") \
  && npm ci --omit=dev --ignore-scripts --os=linux --cpu="$cpu" --libc=glibc \
  && node server/scripts/prune-packages.mjs

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Sightline" \
  org.opencontainers.image.description="Visual sign-off for pull requests and coding agents, self-hostable." \
  org.opencontainers.image.licenses="MIT"
# Debian builds the browser for every platform of this image. The fonts are those that pages name most, emoji and CJK.
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    chromium-headless-shell fonts-liberation fonts-noto-cjk fonts-noto-color-emoji tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/apt /var/log/dpkg.log \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=packages /src/node_modules node_modules
COPY --from=build /src/dist .
# MALLOC_…: returns the memory of decoded images to the system at once, a third of what the process holds under load.
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=4000 \
  DATA_DIR=/data \
  HEALTH_PORT=4001 \
  BROWSER_PATH=/usr/lib/chromium/chromium-headless-shell \
  HOME=/tmp \
  MALLOC_ARENA_MAX=2 \
  MALLOC_MMAP_THRESHOLD_=131072
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "server/check-health.js"]
# An init, since a browser leaves children behind when it is killed.
ENTRYPOINT ["tini", "--"]
# The first flag keeps the collector from holding 32 MB for new objects; an idle process needs 30 MB less. With the
# second, calls out of WebAssembly are never compiled anew: when threads do so at once, V8 can end the process
# (https://github.com/nodejs/node/issues/64500). It costs 6 ms for a page of a PDF.
CMD ["node", "--max-semi-space-size=8", "--wasm-wrapper-tiering-budget=2147483647", "server/serve.js"]
