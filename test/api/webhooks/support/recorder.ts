export interface Recorder {
  fetch: typeof globalThis.fetch;
  /** Head and body of every answer that was a refusal or a failure. */
  refusals: { status: number; text: string }[];
}

/** Returns a `fetch` that records answers of refusals and failures. */
export function recordRefusals(): Recorder {
  const refusals: Recorder['refusals'] = [];
  return {
    refusals,
    async fetch(input, init) {
      const answer = await globalThis.fetch(input, init);
      if (answer.ok) return answer;
      const text = await answer.text();
      refusals.push({ status: answer.status, text: `${JSON.stringify([...answer.headers])}\n${text}` });
      return new Response(text, { status: answer.status, headers: answer.headers });
    },
  };
}

/** Returns a secret in every encoding in which it could be written. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inner = (encoding: 'base64' | 'base64url') =>
    // Base64 differs by the offset, modulo 3, at which the secret starts.
    [0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString(encoding)
        .replace(/=+$/, '')
        .slice(offset === 0 ? 0 : offset + 1, -2),
    );
  const written = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), bytes.toString('hex')];
  const forms = [...written, bytes.toString('hex').toUpperCase(), ...inner('base64'), ...inner('base64url')];
  return [...new Set(forms)].filter((form) => form.length >= 8);
}
