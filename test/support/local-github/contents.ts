import type { Emulator } from './emulator.ts';
import { ask } from './git.ts';
import { answer, type Route, readRecord } from './proxy.ts';
import { on } from './route.ts';
import type { Tables } from './tables.ts';

/** Returns files as GitHub does, where the emulator differs. */
export function contentRoutes(emulator: () => Emulator, tables: () => Tables): Route[] {
  return [
    {
      ...on('GET', '/repos/{owner}/{repo}/contents/{path}'),
      async handle(call) {
        const response = await call.forward();
        if (response.headers.get('content-type') !== 'application/octet-stream') return response;
        // GitHub declares the raw media type and UTF-8, so that clients read text.
        const headers = new Headers(response.headers);
        headers.set('content-type', 'application/vnd.github.raw+json; charset=utf-8');
        return new Response(response.body, { status: response.status, headers });
      },
    },
    {
      // The emulator invents file names.
      ...on('GET', '/repos/{owner}/{repo}/pulls/{pull_number}/files'),
      async handle({ params: [repository = '', number = ''] }) {
        const row = tables().repositories.findOneBy('full_name', repository);
        const pull = tables()
          .pullRequests.all()
          .find((candidate) => candidate.repo_id === row?.id && String(candidate.number) === number);
        if (pull === undefined) return answer(404, { message: 'Not Found' });
        const path = `/repos/${repository}/compare/${pull.base_sha}...${pull.head_sha}`;
        return answer(200, readRecord(await ask(emulator(), 'GET', path)).files ?? []);
      },
    },
  ];
}
