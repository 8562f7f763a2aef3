/** Shown in place of the token until it is asked for. */
export const hidden = 'slt_••••••••••••';

export interface Snippets {
  curl: string;
  assistant: string;
  editor: string;
}

/** Returns ready-made commands for the service at `origin`. The first review captures a public page. */
export function snippetsOf(origin: string, token: string): Snippets {
  const body = JSON.stringify({ title: 'My first review', capture_url: true, page_url: 'https://example.com' });
  const url = `${origin}/mcp/sightline`;
  const headers = { Authorization: `Bearer ${token}` };
  return {
    curl: [
      `curl -X POST ${origin}/api/reviews \\`,
      `  -H 'Authorization: Bearer ${token}' \\`,
      `  -H 'Content-Type: application/json' -H 'Accept: application/json' \\`,
      `  -d '${body}'`,
    ].join('\n'),
    assistant: `claude mcp add --transport http sightline ${url} --header "Authorization: Bearer ${token}"`,
    editor: JSON.stringify({ mcpServers: { sightline: { url, headers } } }, null, 2),
  };
}

/** Returns the commands of clients that sign in themselves. */
export function addressesOf(origin: string): { address: string; claudeCode: string; codex: string; editor: string } {
  const address = `${origin}/mcp/sightline`;
  return {
    address,
    claudeCode: `claude mcp add --transport http sightline ${address}`,
    codex: `codex mcp add sightline --url ${address}`,
    editor: JSON.stringify({ mcpServers: { sightline: { url: address } } }, null, 2),
  };
}
