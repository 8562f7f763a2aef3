import type { Pass, Stack } from './stack.ts';

/** Signs in with a browser in which this person is signed in at GitHub. Returns where the App redirects it. */
export async function visit(stack: Stack, pass: Pass, login: string): Promise<{ status: number; location: string }> {
  const address = `${stack.service.url}/review/${pass.target.repositoryId}-${pass.review.id}`;
  const begun = await fetch(address, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const back = await stack.people.authorize(login, begun.headers.get('location') ?? '');
  const arrived = await fetch(back, { redirect: 'manual', headers: { cookie } });
  return { status: arrived.status, location: arrived.headers.get('location') ?? '' };
}

/** Returns the App’s assertion for a person who may see the review. */
export async function assertionFor(stack: Stack, pass: Pass, login: string): Promise<string> {
  const { status, location } = await visit(stack, pass, login);
  const assertion = location.split('#vouch=')[1];
  if (assertion === undefined) throw new Error(`${login} was not let in (${status}).`);
  return assertion;
}

/** Gives a person write access to the repository of a pass. */
export function allowWrite(stack: Stack, pass: Pass, login: string, id?: number): void {
  stack.people.addPerson(login, id);
  const { repository: fullName, repositoryId, private: isPrivate } = pass.target;
  stack.people.allow(login, { fullName, id: repositoryId, private: isPrivate }, 'write');
}
