/** An error of work that ended, or did not begin, because the process is stopping. Repeating it elsewhere may succeed. */
export class ServiceStopping extends Error {
  readonly code = 'SERVICE_STOPPING';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceStopping';
  }
}
