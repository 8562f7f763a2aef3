/** The content of a repository's settings file; null: there is none. */
export type Given = { config: unknown } | { unreadable: string; line: number | null } | null;

/** Caches the settings of repositories for a short time. */
export interface SettingsCache {
  read(repositoryId: number, read: () => Promise<Given>): Promise<Given>;
}

export function createSettingsCache(milliseconds: number): SettingsCache {
  const known = new Map<number, { until: number; given: Promise<Given> }>();
  return {
    read(repositoryId, read) {
      const now = performance.now();
      const kept = known.get(repositoryId);
      if (kept !== undefined && kept.until > now) return kept.given;
      if (known.size > 1000) known.clear();
      const given = read();
      known.set(repositoryId, { until: now + milliseconds, given });
      given.catch(() => known.delete(repositoryId));
      return given;
    },
  };
}
