import { invalid, wrongState } from '../failure.ts';
import { insertFindings, reserveNumbers } from '../finding/store.ts';
import { listMarks } from '../mark/store.ts';
import type { Handler } from '../ports.ts';
import { lastPosition, listShots } from '../shot/store.ts';
import { lockReview } from './passes.ts';
import { effectiveStatus } from './rules.ts';
import { toReview } from './view.ts';

export const addFindings: Handler<'add_findings'> = (ports, actor, input) =>
  ports.transaction(async (tx) => {
    const row = await lockReview(tx, actor.workspaceId, input.id);
    const status = effectiveStatus(row, ports.clock());
    if (status !== 'open' && status !== 'preparing') {
      throw wrongState(`Findings can be added only before the decision; this review is ${status}.`, { status });
    }
    const shots = new Set((await listShots(tx, row.workspaceId, [row.id])).map((shot) => shot.position));
    const last = await lastPosition(tx, row.workspaceId, row.id);
    const numbers = new Set((await listMarks(tx, row.workspaceId, row.id)).map((mark) => mark.number));
    // An area alone is unambiguous where there is only one screenshot.
    const findings = input.findings.map((finding) =>
      finding.area !== undefined && last === 0 ? { screenshot_index: 0, ...finding } : finding,
    );
    findings.forEach(({ screenshot_index: index, related_pin: pin, area }, at) => {
      if (area !== undefined && index === undefined) {
        const path = `findings[${at}].screenshot_index`;
        throw invalid(path, `\`${path}\` is missing: name the screenshot that \`area\` lies on. The first is 0.`);
      }
      // While screenshots are being made, those still to come count too.
      if (index !== undefined && !(status === 'open' ? shots.has(index) : index <= last)) {
        const path = `findings[${at}].screenshot_index`;
        throw invalid(path, `\`${path}\` is ${index}, and this review has no such screenshot. The first is 0.`);
      }
      if (pin !== undefined && !numbers.has(pin)) {
        const path = `findings[${at}].related_pin`;
        throw invalid(path, `\`${path}\` is ${pin}, and this pass has no mark with this id.`);
      }
    });
    const first = await reserveNumbers(tx, row.workspaceId, row.id, findings.length);
    await insertFindings(
      tx,
      findings.map((finding, at) => ({
        reviewId: row.id,
        number: first + at,
        workspaceId: row.workspaceId,
        body: finding.body,
        severity: finding.severity ?? null,
        position: finding.screenshot_index ?? null,
        ...(finding.area === undefined ? {} : { area: finding.area }),
        relatedPin: finding.related_pin ?? null,
        source: 'client',
        rule: null,
      })),
    );
    return toReview(ports, tx, row);
  });
