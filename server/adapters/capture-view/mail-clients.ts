import type { getAllFeatures } from 'caniemail';

/** The most used mail clients, by their names in the public support data (caniemail.com) and their usual names. */
const clients = {
  'gmail.desktop-webmail': 'Gmail',
  'gmail.ios': 'Gmail on iOS',
  'gmail.android': 'Gmail on Android',
  'outlook.windows': 'Outlook on Windows',
  'outlook.outlook-com': 'Outlook.com',
  'outlook.macos': 'Outlook on macOS',
  'outlook.ios': 'Outlook on iOS',
  'outlook.android': 'Outlook on Android',
  'apple-mail.macos': 'Apple Mail',
  'apple-mail.ios': 'Apple Mail on iOS',
  'yahoo.desktop-webmail': 'Yahoo Mail',
  'samsung-email.android': 'Samsung Email',
} as const;

type Client = keyof typeof clients;
const all = Object.keys(clients) as Client[];

/** Notes on partial support which mean that the part we check for is dropped. */
const lost: Record<string, RegExp> = {
  margin: /negative values are not supported/i,
  position: /does? not support[^.]*absolute|but not[^.]*absolute/i,
  'SVG image format': /only works with non google accounts/i,
};

/** Our own names for a part of a feature: the feature, and the note that describes the part. */
const narrower: Record<string, { title: string; note: RegExp }> = {
  '<style> element over 16 KB': { title: '<style> element', note: /limited to 16 ?KB/i },
  '<style> element in <body>': { title: '<style> element', note: /not supported inside the `?<body>/i },
};

/** Features that are dropped together with another one: a grid without its template is a single column. */
const sameAs: Record<string, string> = { '::after': '::before', 'display:grid': 'grid-template-* properties' };

type Features = ReturnType<typeof getAllFeatures>;
let known: Promise<Features> | undefined;

/** Loads the support data once, and only for emails: it is a megabyte. */
function supportData(): Promise<Features> {
  known ??= import('caniemail').then((data) => data.getAllFeatures([...all]));
  return known;
}

export interface Support {
  /** Their usual names, the most used first */
  clients: string[];
  /** Every one of them supports the feature in part */
  partial: boolean;
}

/**
 * Returns the clients that drop a feature, by its title in the public support data (caniemail.com); null when none
 * does.
 */
export async function droppedBy(feature: string): Promise<Support | null> {
  const { supported, unsupported } = await supportData();
  const title = narrower[feature]?.title ?? sameAs[feature] ?? feature;
  const note = narrower[feature]?.note ?? lost[feature];
  const without = (client: Client): boolean =>
    narrower[feature] === undefined && (unsupported.get(client) ?? []).some((each) => each.title === title);
  const partly = (client: Client): boolean =>
    note !== undefined &&
    (supported.get(client) ?? []).some((each) => each.title === title && each.notes.some((words) => note.test(words)));
  const found = all.filter((client) => without(client) || partly(client));
  return found.length === 0 ? null : { clients: found.map((client) => clients[client]), partial: !found.some(without) };
}
