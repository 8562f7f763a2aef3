import { afterAll, describe } from 'vitest';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { artifacts } from './artifacts.ts';
import { links } from './links.ts';
import { registrations } from './registrations.ts';
import { runner } from './runner.ts';
import { secrets } from './secrets.ts';
import { type Stack, startStack } from './support/stack.ts';
import { webhooks } from './webhooks.ts';
import { words } from './words.ts';

const stack = (): Stack => {
  if (running === undefined) throw new Error('The stack is used before it runs.');
  return running;
};
const running = await startStack();
afterAll(() => {
  // Prints the whole table once, also when only some tests ran.
  if (running !== undefined) console.log(running.table.render());
});

describe('approvals', () => approvals(stack));
describe('links, tokens and browsers', () => links(stack));
describe('forged webhooks and comments', () => webhooks(stack));
describe('forged registrations', () => registrations(stack));
describe('agents', () => agents(stack));
describe('words', () => words(stack));
describe('artifacts', () => artifacts(stack));
describe('the runner and the network', () => runner(stack));
describe('secrets', () => secrets(stack));
