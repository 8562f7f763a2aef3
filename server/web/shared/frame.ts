/** What the review's page gets where a host draws it, in a frame inside an agent's chat (MCP Apps). */
export interface Frame {
  /** The service's address: the frame has none of its own. */
  service: string;
  /** Stands for the link for an hour. */
  capability: string;
  pageKey: string;
  /** The review's link, for the person's browser. */
  reviewUrl: string;
  /** Replaces an old capability. Rejects when it has expired and the host returns no new one. */
  renew(): Promise<void>;
  openLink(url: string): void;
  /** Asks the host to show the frame as large as it can; null where it cannot. */
  enlarge: (() => void) | null;
  /** Adds to what the host's model knows from its next turn on. */
  inform(text: string): void;
  /** Sends a message in the person's name. Returns false when the host refuses. */
  send(text: string): Promise<boolean>;
}

/** Where the frame's first script leaves it for the page's scripts. */
export interface FrameWindow {
  /** Resolves when the review is known; the page starts then. */
  opening?: Promise<void>;
  frame?: Frame;
}

/** null outside an agent's chat. */
export const frame: Frame | null = (globalThis as { sightline?: FrameWindow }).sightline?.frame ?? null;

/** Where, or how long, the page keeps what is not sent. A host may give frames of others the same storage. */
export const saved = frame === null ? 'on this device' : 'until this is closed';
