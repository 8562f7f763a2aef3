import { type Client, type Input, ServiceError } from '../../../server/contract/client.ts';
import type { SkippedMark } from '../../../server/contract/mark.ts';

type Report = Input<'resolve_marks'>['marks'][number];

/** Returns whether the service refused a report because the mark has exactly this status and note already. */
const isThereAlready = ({ body }: ServiceError): boolean =>
  body.error === 'no_mark_changed' && (body.skipped as SkippedMark[]).every(({ reason }) => reason === 'unchanged');

/**
 * Returns a function that reports a mark as fixed and may be called until it succeeds. The service refuses a report that
 * changes nothing. After a lost answer, this refusal shows that the report was stored.
 * @returns whether it was stored
 */
export function reportOnce(client: Client, id: string, report: Report): () => Promise<boolean> {
  let answerLost = false;
  return async () => {
    try {
      return (await client.call('resolve_marks', { id, marks: [report] })).updated === 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (answerLost && isThereAlready(error)) return true;
      answerLost ||= error.status === 0 || error.status >= 500;
      throw error;
    }
  };
}
