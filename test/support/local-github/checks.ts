import { answer, type Call, type Route, readRecord, rewrite } from './proxy.ts';
import { on } from './route.ts';
import type { Tables } from './tables.ts';

const longestOutput = 65_535;

/** Adds what the emulator lacks: GitHub's limits on checks, the App that made a check, and the filter by App. */
export function checkRoutes(tables: () => Tables, buttons: Map<number, CheckButton[]>): Route[] {
  const describe = (check: unknown) => {
    const fields = readRecord(check);
    const row = tables().checkRuns.get(Number(fields.id));
    const app = tables()
      .apps.all()
      .find((candidate) => candidate.app_id === row?.app_id);
    return { ...fields, app: app === undefined ? null : { id: app.app_id, slug: app.slug, name: app.name } };
  };
  return [
    {
      ...on('POST', '/repos/{owner}/{repo}/check-runs'),
      async handle(call) {
        const refusal = refuse(call, await call.body());
        if (refusal !== null) return refusal;
        const response = await call.forward();
        if (response.status !== 201) return response;
        const check = readRecord(await response.json());
        buttons.set(Number(check.id), readButtons(await call.body()));
        tables().checkRuns.update(Number(check.id), { app_id: call.owner?.installation?.appId ?? null });
        return rewrite(response, describe(check));
      },
    },
    {
      ...on('PATCH', '/repos/{owner}/{repo}/check-runs/{check_run_id}'),
      async handle(call) {
        const refusal = refuse(call, await call.body());
        if (refusal !== null) return refusal;
        const row = tables().checkRuns.get(Number(call.params[1]));
        if (row !== undefined && row.app_id !== call.owner?.installation?.appId) {
          return answer(403, { message: 'Invalid app_id' });
        }
        const response = await call.forward();
        const body = await call.body();
        if (response.ok && body.actions !== undefined) buttons.set(Number(call.params[1]), readButtons(body));
        return response.ok ? rewrite(response, describe(await response.json())) : response;
      },
    },
    {
      ...on('GET', '/repos/{owner}/{repo}/commits/{ref}/check-runs'),
      async handle(call) {
        const response = await call.forward();
        if (!response.ok) return response;
        const body = readRecord(await response.json());
        const wanted = call.url.searchParams.get('app_id');
        const runs = (Array.isArray(body.check_runs) ? body.check_runs : [])
          .map(describe)
          .filter((check) => wanted === null || String(check.app?.id) === wanted);
        return rewrite(response, { ...body, total_count: runs.length, check_runs: runs });
      },
    },
  ];
}

export type CheckButton = { label: string; description: string; identifier: string };

// The emulator names the fields of buttons differently.
function readButtons(body: Record<string, unknown>): CheckButton[] {
  const given = Array.isArray(body.actions) ? body.actions.map(readRecord) : [];
  return given.map(({ label, description, identifier }) => ({
    label: String(label),
    description: String(description),
    identifier: String(identifier),
  }));
}

function refuse(call: Call, body: Record<string, unknown>): Response | null {
  if (call.owner?.installation === undefined) {
    return answer(403, { message: 'You must authenticate via a GitHub App.' });
  }
  const output = readRecord(body.output);
  for (const field of ['summary', 'text']) {
    const value = output[field];
    if (typeof value === 'string' && value.length > longestOutput) {
      return answer(422, { message: `Invalid request. ${field} is too long (maximum is 65535 characters).` });
    }
  }
  if (Array.isArray(body.actions) && body.actions.length > 3) {
    return answer(422, { message: 'Invalid request. No more than 3 actions are allowed.' });
  }
  for (const { label, description, identifier } of readButtons(body)) {
    if (label.length > 20 || description.length > 40 || identifier.length > 20) {
      return answer(422, { message: 'Invalid request. An action is too long.' });
    }
  }
  return null;
}
