/**
 * The metadata that the makers of clients on people's own machines publish, as far as it concerns returning to that
 * machine.
 */
interface KnownDocument {
  name: string;
  /** Paths on loopback, where the client listens on a port that it chooses. */
  paths: string[];
}

const documents: Record<string, KnownDocument> = {
  'https://claude.ai/oauth/claude-code-client-metadata': { name: 'Claude Code', paths: ['/callback'] },
  'https://chatgpt.com/oauth/codex/client.json': { name: 'Codex', paths: ['/callback'] },
  'https://github.com/copilot/cli/client-metadata.json': {
    name: 'GitHub Copilot CLI',
    // It listened on the first path up to at least 1.0.87, and on the second since 1.0.102 at the latest.
    paths: ['/', '/callback'],
  },
  'https://vscode.dev/oauth/client-metadata.json': { name: 'Visual Studio Code', paths: ['/'] },
  'https://opencode.ai/oauth/opencode/client.json': {
    name: 'opencode',
    // It listens on the second path, which its document does not name.
    paths: ['/callback', '/mcp/oauth/callback'],
  },
  'https://zed.dev/oauth/client-metadata.json': { name: 'Zed', paths: ['/callback'] },
};

/** Codex has a document for each service as well, with a path of its own. */
const CODEX_DOCUMENT = /^https:\/\/chatgpt\.com\/oauth\/codex\/([A-Za-z0-9_-]{1,64})\/client\.json$/;

function find(url: string): KnownDocument | null {
  if (Object.hasOwn(documents, url)) return documents[url] ?? null;
  const codexId = CODEX_DOCUMENT.exec(url)?.[1];
  return codexId === undefined ? null : { name: 'Codex', paths: [`/callback/${codexId}`] };
}

/**
 * Returns what is known of a client whose document cannot be read, for instance because the service has no outbound
 * internet. Such a client can only return to the machine that the person's browser runs on.
 */
export function knownClient(url: string): { name: string; redirectUris: string[] } | null {
  const known = find(url);
  return known && { name: known.name, redirectUris: known.paths.map((path) => `http://127.0.0.1${path}`) };
}
