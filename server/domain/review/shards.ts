import type { ShardsSent } from '../../contract/source.ts';
import { invalid } from '../failure.ts';

/** How many jobs send the screenshots of a pass, and which have sent theirs. */
interface Sharded {
  shards: number | null;
  shardsSent: number[];
}

/** Returns how many jobs have not yet sent their screenshots. */
export const shardsLeft = ({ shards, shardsSent }: Sharded): number =>
  shards === null ? 0 : Math.max(0, shards - shardsSent.length);

export const toShards = ({ shards, shardsSent }: Sharded): ShardsSent | null =>
  shards === null ? null : { expected: shards, sent: [...shardsSent].sort((one, other) => one - other) };

/** Refuses a shard that the pass does not expect. @throws DomainError that says which it expects */
export function requireShard({ shards }: Pick<Sharded, 'shards'>, shard: number | undefined): void {
  if (shard === undefined && shards === null) return;
  if (shards === null) throw invalid('shard', '`shard` is for what was created with `shards`. Leave it out.');
  if (shard === undefined)
    throw invalid('shard', `\`shard\` is missing: say which of the ${shards} shards sends this.`);
  if (shard > shards) throw invalid('shard', `There are ${shards} shards, so \`shard\` is 1 to ${shards}.`);
}
