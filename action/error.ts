/** An error that the author of the workflow can fix; the message explains how. Makes the job fail. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}

/** There is nothing to review in this run, or nothing left to decide. The job succeeds, with the reason as a notice. */
export class Skip extends Error {
  override readonly name = 'Skip';
  /** A warning is shown in yellow, because the author probably expected something else. */
  readonly level: 'notice' | 'warning';

  constructor(reason: string, level: 'notice' | 'warning' = 'notice') {
    super(reason);
    this.level = level;
  }
}

/** Returns an error that names the input, and then what to do. */
export function inputError(input: string, fix: string): ActionError {
  return new ActionError(`Input "${input}": ${fix}`);
}
