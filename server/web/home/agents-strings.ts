/** Strings for connecting an agent by its address, on the home page. */
export const agents = {
  title: 'Connect a coding agent',
  lead: 'Give it this address, then press Connect on the page that it opens. No account, and no token to copy.',
  address: 'Address',
  claudeCode: 'Claude Code',
  claudeCodeThen: 'then /mcp, sightline, Authenticate',
  codex: 'Codex',
  editor: 'An editor’s MCP configuration',
};
