import { consumeRateLimit, countingWithin } from '../consume-rate-limit.ts';
import { DomainError } from '../failure.ts';
import type { Ports, Tx } from '../ports.ts';

/**
 * Counts one new workspace for an address, by the hour and by the day, however it is made: by both or by none. With
 * `tx` it counts only if that transaction commits.
 * @throws DomainError `forbidden` when the service makes no new workspaces, `rate_limited` when it is one too many
 */
export async function limitNewWorkspaces(ports: Ports, address: string, tx?: Tx): Promise<void> {
  const { signup, tryTokensPerHour, tryTokensPerDay } = ports.settings;
  if (signup === 'closed') {
    throw new DomainError('forbidden', 'This service makes no new workspaces. Ask its operator for a token.');
  }
  if (tx === undefined) return ports.transaction((own) => limitNewWorkspaces(ports, address, own));
  for (const limit of [
    { max: tryTokensPerHour, seconds: 3600 },
    { max: tryTokensPerDay, seconds: 86_400 },
  ]) {
    await consumeRateLimit(
      countingWithin(ports, tx),
      `create_try_token:${limit.seconds}:${address}`,
      limit,
      undefined,
      'try tokens from this address',
    );
  }
}
