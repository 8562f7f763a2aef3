interface Props {
  at: string;
  /** Leaves out the time. */
  day?: boolean;
  /** Includes seconds. */
  seconds?: boolean;
}

/** Shows a time in the reader's zone and format. */
export function When({ at, day = false, seconds = false }: Props) {
  const format: Intl.DateTimeFormatOptions = day
    ? { dateStyle: 'long' }
    : { dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short' };
  const moment = new Date(at);
  return (
    <time dateTime={at} title={moment.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' })}>
      {moment.toLocaleString(undefined, format)}
    </time>
  );
}
