import { BlockList, isIP } from 'node:net';
import { isDisguised } from './address.ts';

/** The purposes of outbound calls. A setting cannot name `client_document`. */
export type OutboundUse = 'webhook' | 'fetch' | 'capture' | 'client_document';

/** A range of addresses that outbound calls may reach although they are not public. */
export interface AllowRule {
  /** null: every use that a setting can name */
  use: OutboundUse | null;
  /** Normalised as `address/prefix`, for the log */
  cidr: string;
  family: 4 | 6;
  range: BlockList;
  /** null: every port */
  port: number | null;
}

const uses: readonly OutboundUse[] = ['webhook', 'fetch', 'capture'];
const form = '[webhook=|fetch=|capture=]CIDR[:port], for example "10.0.0.0/8" or "capture=127.0.0.1/32:3000"';

function wrong(part: string, why: string): Error {
  return new Error(`has "${part}", which ${why}. Each part has the form ${form}; parts are separated by commas`);
}

/**
 * Splits `address[/prefix][:port]`. An IPv6 range may stand in brackets, and must when a port follows an address
 * without a prefix.
 */
function split(range: string): { address: string; prefix: string | undefined; port: string | undefined } | null {
  const match =
    /^\[([^\]/]+)(?:\/(\d{1,3}))?\](?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(range) ??
    /^([\d.]+)(?:\/(\d{1,3}))?()(?::(\d{1,5}))?$/.exec(range) ??
    /^([\da-f:.]+)\/(\d{1,3})()(?::(\d{1,5}))?$/i.exec(range) ??
    /^([\da-f:.]+)$/i.exec(range);
  if (match === null) return null;
  return { address: match[1] ?? '', prefix: match[2] || match[3] || undefined, port: match[4] };
}

function parseRule(part: string): AllowRule {
  const equals = part.indexOf('=');
  const use = equals === -1 ? null : uses.find((name) => name === part.slice(0, equals).trim());
  if (use === undefined) throw wrong(part, 'names a use that does not exist');
  const found = split(part.slice(equals + 1).trim());
  const family = found === null ? 0 : isIP(found.address);
  if (found === null || (family !== 4 && family !== 6)) throw wrong(part, 'is not a range of addresses');
  if (isDisguised(found.address)) throw wrong(part, 'is IPv4 written as IPv6; write it as IPv4');
  const longest = family === 4 ? 32 : 128;
  const prefix = found.prefix === undefined ? longest : Number(found.prefix);
  if (prefix > longest) throw wrong(part, `has a prefix longer than ${longest}`);
  if (prefix === 0) throw wrong(part, 'would allow every address; name the ranges you need');
  const port = found.port === undefined ? null : Number(found.port);
  if (port !== null && (port < 1 || port > 65_535)) throw wrong(part, 'has a port outside 1 to 65535');
  const range = new BlockList();
  range.addSubnet(found.address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return { use, cidr: `${found.address}/${prefix}`, family, range, port };
}

/**
 * Parses `OUTBOUND_ALLOW`. Empty: nothing is allowed. @throws an error whose message follows the name of the setting,
 * and names the wrong part and the form
 */
export function parseOutboundAllow(text: string): AllowRule[] {
  if (text.trim() === '') return [];
  return text.split(',').map((part) => parseRule(part.trim()));
}

/** Whether a rule applies to `use`. */
export const isAbout = (rule: AllowRule, use: OutboundUse): boolean =>
  rule.use === use || (rule.use === null && use !== 'client_document');

/** Whether the rules let `use` reach this address and port. */
export function isAllowed(rules: readonly AllowRule[], address: string, port: number, use: OutboundUse): boolean {
  const family = isIP(address);
  if (family === 0 || isDisguised(address)) return false;
  return rules.some(
    (rule) =>
      rule.family === family &&
      isAbout(rule, use) &&
      (rule.port === null || rule.port === port) &&
      rule.range.check(address, family === 4 ? 'ipv4' : 'ipv6'),
  );
}
