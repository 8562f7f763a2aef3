import { decision } from './strings/decision.ts';
import { frame } from './strings/frame.ts';
import { help } from './strings/help.ts';
import { hints } from './strings/hints.ts';
import { identity } from './strings/identity.ts';
import { live } from './strings/live.ts';
import { mark } from './strings/mark.ts';
import { marking } from './strings/marking.ts';
import { stage } from './strings/stage.ts';

/** Every word the page says, in one place: a file for each area. Functions where a number or a name goes in. */
export const strings = {
  ...stage,
  ...mark,
  ...marking,
  ...hints,
  ...decision,
  ...identity,
  ...help,
  ...frame,
  live,
};
