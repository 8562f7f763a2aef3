import type { Probot } from 'probot';

/**
 * The App as a Probot application: `probot receive -e EVENT -p FILE ./app/index.ts` in the environment of the service,
 * with its database.
 * @public
 */
export default async function probotApp(probot: Probot): Promise<void> {
  const { openApp } = await import('../server/open-app.ts');
  const app = await openApp(process.env);
  await app.work();
  probot.onAny(({ name, payload }) => app.receiveEvent(name, payload));
}
