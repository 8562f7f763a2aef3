import { z } from 'zod';
import { GitHubDown } from './oauth.ts';

const User = z.object({ id: z.int().positive(), login: z.string().min(1) });
const Repository = z.object({ id: z.int() });
export type Person = z.infer<typeof User>;

/** Calls GitHub's API with a person's own token; null when GitHub refuses. Throws `GitHubDown`. */
export async function askAs(apiUrl: string, path: string, token: string): Promise<unknown> {
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
