# One image for every role: `docker build -t sen .`
FROM node:24-bookworm-slim

WORKDIR /srv/sen
ENV NODE_ENV=production DATA_DIR=/var/lib/sen HOST=0.0.0.0 PORT=3000

COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force

COPY . .
RUN node run.mjs build && install -d -o node -g node /var/lib/sen

USER node
VOLUME /var/lib/sen
EXPOSE 3000
# An upgrade may migrate the database before it answers.
HEALTHCHECK --interval=15s --timeout=5s --start-period=5m \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
STOPSIGNAL SIGTERM
CMD ["node", "run.mjs", "start"]
