import type { Job } from '../../../../server/domain/job.ts';
import { serviceJobs } from '../../../../server/domain/jobs.ts';
import type { JobData, JobName } from '../../../../server/domain/ports.ts';

type Handlers = {
  [Name in JobName]?: {
    perform(data: JobData[Name], lastTry: boolean): Promise<void>;
    onDeadLetter?(data: JobData[Name]): Promise<void>;
  };
};

/** Returns the service's jobs, reduced to those with a handler in `handlers`. */
export const jobsOf = (handlers: Handlers): Job<null>[] =>
  serviceJobs(2).flatMap(({ perform: _perform, onDeadLetter: _onDeadLetter, ...job }) => {
    const handler = handlers[job.name as JobName];
    if (handler === undefined) return [];
    const { perform, onDeadLetter } = handler;
    return {
      ...job,
      perform: (_: null, data: unknown, lastTry: boolean) => perform(data as never, lastTry),
      ...(onDeadLetter === undefined ? {} : { onDeadLetter: (_: null, data: unknown) => onDeadLetter(data as never) }),
    };
  });
