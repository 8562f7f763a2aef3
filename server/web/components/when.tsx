interface Props {
  /** ISO 8601. */
  at: string;
  /** Leaves the time of the day out. */
  day?: boolean;
  /** Tells moments of one minute apart. */
  seconds?: boolean;
}

/** A moment in the reader's own time and way of writing it. */
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
