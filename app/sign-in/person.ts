import { z } from 'zod';
import { GitHubDown } from './oauth.ts';

const User = z.object({ id: z.int().positive(), login: z.string().min(1) });
const Repository = z.object({ id: z.int() });
export type Person = z.infer<typeof User>;

/** Calls GitHub's API with a person's own token; null when GitHub refuses. Throws `GitHubDown`. */
async function askAs(apiUrl: string, path: string, token: string): Promise<unknown> {
  const response = await fetch(apiUrl + path, {
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'sightline',
      'x-github-api-version': '2022-11-28',
    },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status >= 500 || response.status === 429) throw new GitHubDown();
  return response.ok ? await response.json() : null;
}

/** Returns the person a token belongs to; null when GitHub refuses the token. */
export async function readPerson(apiUrl: string, token: string): Promise<Person | null> {
  const read = User.safeParse(await askAs(apiUrl, '/user', token));
  return read.success ? read.data : null;
}

/** Returns whether the person can read the repository with this id, whatever its name now is. */
export async function canRead(
  apiUrl: string,
  token: string,
  repository: { repositoryId: number; fullName: string },
): Promise<boolean> {
  const name = repository.fullName.split('/').map(encodeURIComponent).join('/');
  const read = Repository.safeParse(await askAs(apiUrl, `/repos/${name}`, token));
  return read.success && read.data.id === repository.repositoryId;
}

/** A repository that the App is installed on and that a person can write to. */
export interface Writable {
  id: number;
  /** `owner/name` */
  fullName: string;
  ownerId: number;
  private: boolean;
}

const PAGE = 100;
/** The most pages that are read. Beyond this, people can only search among the repositories read so far. */
const MAX_PAGES = 20;

const Installations = z.object({
  installations: z.array(z.object({ id: z.int(), suspended_at: z.string().nullish() })),
});
const Repositories = z.object({
  repositories: z.array(
    z.object({
      id: z.int(),
      full_name: z.string(),
      private: z.boolean(),
      owner: z.object({ id: z.int() }),
      permissions: z.object({ push: z.boolean() }).optional(),
    }),
  ),
});

/** Reads page after page until one is not full; null when GitHub refuses the token. */
async function readAll<Item>(read: (page: string) => Promise<Item[] | null>): Promise<Item[] | null> {
  const all: Item[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const some = await read(`per_page=${PAGE}&page=${page}`);
    if (some === null) return page === 1 ? null : all;
    all.push(...some);
    if (some.length < PAGE) break;
  }
  return all;
}

/**
 * Lists the repositories with the App that a person can write to, according to GitHub for their own token at this
 * moment; null when GitHub refuses the token. Throws `GitHubDown`.
 */
export async function listWritable(apiUrl: string, token: string): Promise<Writable[] | null> {
  const installations = await readAll(async (page) => {
    const read = Installations.safeParse(await askAs(apiUrl, `/user/installations?${page}`, token));
    return read.success ? read.data.installations : null;
  });
  if (installations === null) return null;
  const living = installations.filter(({ suspended_at: suspended }) => typeof suspended !== 'string');
  const all = await Promise.all(
    living.map(({ id }) =>
      readAll(async (page) => {
        const path = `/user/installations/${id}/repositories?${page}`;
        const read = Repositories.safeParse(await askAs(apiUrl, path, token));
        return read.success ? read.data.repositories : null;
      }),
    ),
  );
  return all
    .flatMap((some) => some ?? [])
    .filter(({ permissions }) => permissions?.push === true)
    .map(({ id, full_name, owner, private: isPrivate }) => ({
      id,
      fullName: full_name,
      ownerId: owner.id,
      private: isPrivate,
    }))
    .sort((one, other) => one.fullName.localeCompare(other.fullName, 'en', { numeric: true }));
}
