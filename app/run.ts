import { createServer } from 'node:http';
import { createApp, readConfig } from './index.ts';

const config = readConfig(process.env);
const app = createApp(config);
await app.start();

const server = createServer((request, response) => {
  app.handle(request, response).then(
    (handled) => {
      if (!handled) response.writeHead(404).end();
    },
    () => response.destroy(),
  );
});
server.listen(config.port, config.host, () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  process.stdout.write(`The Sightline App listens on http://${config.host}:${port} as ${config.appUrl}\n`);
});

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  // Requests and jobs that run may end; nothing new is taken. Whatever hangs does not hold up the end.
  setTimeout(() => process.exit(1), 10_000).unref();
  server.close();
  server.closeIdleConnections();
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
