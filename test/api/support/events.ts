/** A page's stream of events, as a browser receives it. */
export interface Heard {
  status: number;
  headers: Headers;
  text(): string;
  /** How many change events it received. */
  changes(): number;
  /** `true` when the service ended it properly, `false` when the connection broke. */
  ended: Promise<boolean>;
  close(): void;
}

/** Opens the stream of a review or guest link. */
export async function onMessage(link: string, headers: Record<string, string> = {}): Promise<Heard> {
  const leaving = new AbortController();
  const answer = await fetch(`${link}/events`, { headers, signal: leaving.signal });
  let text = '';
  async function read(): Promise<boolean> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
      return true;
    } catch {
      return false;
    }
  }
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    changes: () => text.split('event: change\ndata: {}\n\n').length - 1,
    ended: read(),
    close: () => leaving.abort(),
  };
}
