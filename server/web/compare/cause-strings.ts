import { count } from '../shared/words.ts';

type Cause = { certainty: 'certain' | 'likely'; elsewhere: boolean };

const lead = ({ certainty, elsewhere }: Cause): string =>
  elsewhere ? 'Probably follows from' : certainty === 'certain' ? 'Why' : 'Probably';

/** Strings of why something changed, loaded with the reviewer's parts. */
export const words = {
  lead,
  more: (n: number) => `and ${count(n, 'more cause')}`,
  unknown: 'Why is not known: the page’s elements show no difference here.',
  groups: 'Changes by cause',
  groupsLead: (side: 'pass' | 'base') =>
    `What changed for the same reason. Mark one, and the fixing agent learns of all its places.${side === 'base' ? ' A request for changes with a mark can approve what looks right, and says of how many screenshots.' : ''}`,
  where: (screenshots: number, areas: number) =>
    areas === screenshots
      ? count(screenshots, 'screenshot')
      : `${count(screenshots, 'screenshot')}, ${count(areas, 'place')}`,
  likely: 'likely',
  place: (at: number, of: number) => `place ${at + 1} of ${of}`,
  fine: 'Looks right',
  fineLabel: (summary: string) => `Looks right: ${summary}`,
  mark: 'Mark',
  markLabel: (summary: string) => `Mark: ${summary}`,
  body: (summary: string, screenshots: number) => `${summary} (${count(screenshots, 'screenshot')}): `,
  left: (n: number) => (n === 0 ? 'All causes look right.' : `${count(n, 'cause')} left.`),
  others: (n: number) => `${count(n, 'place')} changed for unknown reasons`,
};
