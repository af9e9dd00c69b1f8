# syntax=docker/dockerfile:1
# Built from source in one stage, run in another that holds the result and the production packages only.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The image has the right Node already: the registry's copy, fetched by an install script, is not needed.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json \
  && cp src/browser/*.css src/browser/*.svg dist/browser/ && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
# What builds and installs packages has no place in what runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
  && mkdir -p /app/data && chown node:node /app/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY config ./config
ENV NODE_ENV=production
USER node
# The root file system may be read-only: this is all that is written.
VOLUME /app/data
EXPOSE 7425
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7425/-/healthy').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["run", "--config", "config/picket.yaml", "--listen", "0.0.0.0:7425"]
