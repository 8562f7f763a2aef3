import { type S3Server, startS3 } from '../../support/s3.ts';

const LOOK_MS = 100;

/**
 * An S3 store that comes back when it ends by itself: this one ends when a file is put into a folder from which it is
 * just taking the last one.
 */
export async function startLastingS3(): Promise<S3Server> {
  const store = await startS3();
  let restarting: Promise<void> | null = null;
  const restart = (): Promise<void> => {
    restarting ??= store.restart().finally(() => {
      restarting = null;
    });
    return restarting;
  };
  const watching = setInterval(() => {
    if (store.child().exitCode !== null) restart().catch(() => {});
  }, LOOK_MS);
  return {
    ...store,
    restart,
    async close() {
      clearInterval(watching);
      await restarting;
      await store.close();
    },
  };
}
