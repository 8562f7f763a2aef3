import type { Command } from './command.ts';
import { addFinding } from './commands/add-finding.ts';
import { addScreenshot } from './commands/add-screenshot.ts';
import { agent } from './commands/agent.ts';
import { baseline } from './commands/baseline.ts';
import { baselines, deleteBaseline } from './commands/baselines.ts';
import { checklist } from './commands/checklist.ts';
import { connections, disconnect } from './commands/connections.ts';
import { cancel, deleteReview } from './commands/end-review.ts';
import { exportAll } from './commands/export.ts';
import { list } from './commands/list.ts';
import { login, logout, rotateToken } from './commands/login.ts';
import { reply, resolve } from './commands/marks.ts';
import { print } from './commands/print.ts';
import { packets, show, wait } from './commands/read-review.ts';
import { review } from './commands/review.ts';
import { secondOpinion } from './commands/second-opinion.ts';
import { deliveries, redeliver, resume } from './commands/webhook.ts';
import { billing, deleteWorkspace } from './commands/workspace.ts';

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  login,
  logout,
  agent,
  review,
  wait,
  show,
  list,
  packets,
  resolve,
  reply,
  addScreenshot,
  addFinding,
  secondOpinion,
  checklist,
  print,
  cancel,
  deleteReview,
  baseline,
  baselines,
  deleteBaseline,
  deliveries,
  resume,
  redeliver,
  billing,
  connections,
  disconnect,
  exportAll,
  rotateToken,
  deleteWorkspace,
];
