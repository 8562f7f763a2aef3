import { z } from 'zod';
import { askAs } from './person.ts';

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
