/**
 * `node server/check-health.ts`, in the environment of a service on this machine: exits 0 when the service should get
 * requests, or when a worker works on the queue and the database answers. The caller limits how long that may take.
 */
const { ROLE, PORT, HEALTH_PORT } = process.env;
const port = ROLE === 'worker' ? HEALTH_PORT : PORT;

try {
  const answer = await fetch(`http://127.0.0.1:${port?.trim() || '4000'}/readyz`);
  if (!answer.ok) console.error(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error);
  process.exitCode = 1;
}
