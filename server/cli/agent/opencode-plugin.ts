/**
 * Returns a plugin of opencode, which has no hook of its own: it runs `command` when a session becomes idle, and sends
 * the session what the command answers.
 */
export const opencodePlugin = (command: string): string => `import { exec } from 'node:child_process';

const command = ${JSON.stringify(command)};

/** Returns what to send to a session that became idle; a fault lets it finish. */
const ask = (told, cwd) =>
  new Promise((resolve) => {
    const child = exec(command, { cwd, timeout: 30_000 }, (_, stdout) => {
      try {
        resolve(JSON.parse(stdout).prompt);
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(told));
  });

export const Sightline = async ({ client, directory }) => {
  const asked = new Set();
  return {
    async event({ event }) {
      if (event.type !== 'session.idle') return;
      const id = event.properties.sessionID;
      const { data: session } = await client.session.get({ path: { id } });
      // A subagent answers to its agent.
      if (session?.parentID) return;
      const text = await ask({ stop_hook_active: asked.delete(id) }, directory);
      if (text === undefined) return;
      asked.add(id);
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: 'text', text }] } });
    },
  };
};
`;
