/** A repository with the App, and what an account may do in it. */
export interface UserRepository {
  id: number;
  fullName: string;
  private: boolean;
  permission: 'read' | 'write' | undefined;
}

const page = (all: object[], query: URLSearchParams): object[] => {
  const size = Math.min(Number(query.get('per_page') ?? 30), 100);
  const at = (Math.max(Number(query.get('page') ?? 1), 1) - 1) * size;
  return all.slice(at, at + size);
};
/** Returns a stable id for an owner. */
const idOf = (owner: string): number => 70_000 + (Buffer.from(owner).reduce((sum, byte) => sum * 31 + byte, 7) % 9_973);

/**
 * Answers `GET /user/installations` and `GET /user/installations/{id}/repositories` as a person's own token sees them:
 * only with repositories that the person may read. Returns undefined for other paths.
 */
export function userInstallations(
  repositories: readonly UserRepository[],
  path: string,
  query: URLSearchParams,
): [number, unknown] | undefined {
  const [, id] = /^\/user\/installations(?:\/(\d+)\/repositories)?$/.exec(path) ?? [];
  if (id === undefined && path !== '/user/installations') return undefined;
  const seen = repositories.filter((each) => !each.private || each.permission !== undefined);
  const ownerOf = ({ fullName }: UserRepository) => fullName.split('/')[0] ?? '';
  if (id === undefined) {
    const owners = [...new Set(seen.map(ownerOf))];
    const installations = owners.map((login) => ({
      id: idOf(login),
      app_id: 1,
      account: { id: idOf(login), login },
      suspended_at: null,
    }));
    return [200, { total_count: installations.length, installations: page(installations, query) }];
  }
  const within = seen.filter((each) => idOf(ownerOf(each)) === Number(id));
  if (within.length === 0) return [404, { message: 'Not Found' }];
  const shown = within.map((each) => ({
    id: each.id,
    name: each.fullName.split('/')[1],
    full_name: each.fullName,
    private: each.private,
    owner: { id: idOf(ownerOf(each)), login: ownerOf(each) },
    permissions: {
      admin: false,
      maintain: false,
      push: each.permission === 'write',
      triage: each.permission === 'write',
      pull: true,
    },
  }));
  return [200, { total_count: shown.length, repositories: page(shown, query) }];
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns GitHub's sign-in page, with two buttons that both lead back to the App. */
export function authorizePage(login: string, agreed: string, query: URLSearchParams): string {
  const declined = new URL(query.get('redirect_uri') ?? '');
  declined.search = new URLSearchParams({
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    state: query.get('state') ?? '',
  }).toString();
  return `<!doctype html><html lang="en"><title>Authorize</title><h1>Authorize Sightline as ${escapeText(login)}</h1><p><a href="${escapeText(agreed)}">Authorize</a></p><p><a href="${escapeText(declined.toString())}">Cancel</a></p></html>`;
}
