import type { getAllFeatures } from 'caniemail';

/** Those that most people read email in, by their names in the public support data and as people call them. */
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

/** Which of the notes on partial support mean that what we ask about is lost. */
const lost: Record<string, RegExp> = {
  margin: /negative values are not supported/i,
  position: /does? not support[^.]*absolute|but not[^.]*absolute/i,
  'SVG image format': /only works with non google accounts/i,
};

/** What is asked about under a name of its own: the feature, and the note that names it. */
const narrower: Record<string, { title: string; note: RegExp }> = {
  '<style> element over 16 KB': { title: '<style> element', note: /limited to 16 ?KB/i },
  '<style> element in <body>': { title: '<style> element', note: /not supported inside the `?<body>/i },
};

/** What we ask for is lost with another feature: a grid without its template is one column. */
const sameAs: Record<string, string> = { '::after': '::before', 'display:grid': 'grid-template-* properties' };

type Features = ReturnType<typeof getAllFeatures>;
let known: Promise<Features> | undefined;

/** Read once, and only where there are emails: it is a megabyte. */
function supportData(): Promise<Features> {
  known ??= import('caniemail').then((data) => data.getAllFeatures([...all]));
  return known;
}

export interface Support {
  /** As people call them, the most used first */
  clients: string[];
  /** None of them goes without it entirely */
  partial: boolean;
}

/** Who drops a feature, by its title in the public support data (caniemail.com); null when nobody does. */
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
