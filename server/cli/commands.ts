import type { Command } from './command.ts';
import { addFinding } from './commands/add-finding.ts';
import { addScreenshot } from './commands/add-screenshot.ts';
import { agent } from './commands/agent.ts';
import { baseline } from './commands/baseline.ts';
import { baselines } from './commands/baselines.ts';
import { billing } from './commands/billing.ts';
import { cancel } from './commands/cancel.ts';
import { checklist } from './commands/checklist.ts';
import { connections } from './commands/connections.ts';
import { deleteReview } from './commands/delete.ts';
import { deleteBaseline } from './commands/delete-baseline.ts';
import { deleteWorkspace } from './commands/delete-workspace.ts';
import { deliveries } from './commands/deliveries.ts';
import { disconnect } from './commands/disconnect.ts';
import { exportAll } from './commands/export.ts';
import { list } from './commands/list.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { packets } from './commands/packets.ts';
import { print } from './commands/print.ts';
import { redeliver } from './commands/redeliver.ts';
import { reply } from './commands/reply.ts';
import { resolve } from './commands/resolve.ts';
import { resume } from './commands/resume.ts';
import { review } from './commands/review.ts';
import { rotateToken } from './commands/rotate-token.ts';
import { secondOpinion } from './commands/second-opinion.ts';
import { show } from './commands/show.ts';
import { wait } from './commands/wait.ts';

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
