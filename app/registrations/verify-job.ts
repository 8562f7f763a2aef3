import type { JobIdentity } from '../../server/domain/ports.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../http/request.ts';

export type Job = JobIdentity & { run: NonNullable<JobIdentity['run']> };

/** Returns the job that an id-token identifies. Throws a {@link Refusal}. */
export async function verifyJob({ jobTokens }: AppContext, token: string): Promise<Job> {
  const { run, ...identity } = await jobTokens.verify(token).catch((error: unknown) => {
    if (jobTokens.isRefused(error)) throw refused();
    throw new Refusal(503, 'unavailable', 'The keys of the id-token’s issuer cannot be read now.');
  });
  if (run === null) throw refused();
  return { ...identity, run };
}

const refused = () =>
  new Refusal(401, 'unauthenticated', 'The id-token is not valid here. Ask for one for this App’s own audience.');
