interface Props {
  /** ISO 8601. */
  at: string;
  /** Leaves the time of the day out. */
  day?: boolean;
}

/** A moment in the reader's own time and way of writing it. */
export function When({ at, day = false }: Props) {
  const moment = new Date(at);
  const text = moment.toLocaleString(
    undefined,
    day ? { dateStyle: 'long' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return <time dateTime={at}>{text}</time>;
}
