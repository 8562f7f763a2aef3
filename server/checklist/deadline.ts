/** Returns what `work` returns. @throws the signal's reason when that aborts first; the result is dropped then */
export async function beforeDeadline<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  deadline.throwIfAborted();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(deadline.reason);
  deadline.addEventListener('abort', abort);
  try {
    return await Promise.race([work, late]);
  } finally {
    deadline.removeEventListener('abort', abort);
  }
}
