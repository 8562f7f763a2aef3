/** The pages of the documentation in reading order, by the names of their files in `server/docs/` without `.md`. */
const groups: readonly { title: string; pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: [
      'index',
      'start-repository',
      'baselines',
      'start-reviewer',
      'start-agent',
      'start-self-host',
      'how-it-works',
    ],
  },
  { title: 'Use it', pages: ['action', 'github-app', 'github-app-reference', 'mcp', 'cli', 'webhooks', 'checklist'] },
  {
    title: 'Run it',
    pages: [
      'self-hosting',
      'tasks',
      'compose',
      'storage',
      'backup',
      'distributed-sql',
      'capacity',
      'benchmarks',
      'security',
    ],
  },
  {
    title: 'Look it up',
    pages: ['settings', 'operations', 'errors', 'limits', 'metrics'],
  },
];

export interface NavigationGroup {
  title: string;
  pages: string[];
}

/** Returns the groups with the pages that exist; pages in no group come last. */
export function arrange(pages: readonly string[]): NavigationGroup[] {
  const named = new Set(groups.flatMap((group) => group.pages));
  const others = pages.filter((page) => !named.has(page));
  const arranged = groups.map(({ title, pages: listed }) => ({
    title,
    pages: listed.filter((page) => pages.includes(page)),
  }));
  return [...arranged, { title: 'More', pages: others.toSorted() }].filter((group) => group.pages.length > 0);
}
