import { DomainError } from '../failure.ts';

/** Refuses a request that shares a stored image whose last screenshot is being deleted. Nothing of it is kept. */
export class ImageLost extends DomainError {
  constructor() {
    super('unavailable', 'An image of this request was deleted a moment ago. Repeat the request.');
  }
}

/** Runs a request again when an image that it shares was deleted meanwhile: then it stores the image itself. */
export const despiteLostImages = <Result>(run: () => Promise<Result>): Promise<Result> =>
  run().catch((error: unknown) => {
    if (error instanceof ImageLost) return run();
    throw error;
  });
