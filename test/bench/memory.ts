import { readFile } from 'node:fs/promises';
import { freshPng } from './support/fresh-png.ts';
import { limited, type Result, told } from './support/measure.ts';
import { dataUrlOf } from './support/page-like.ts';
import { seedWorkspace } from './support/seed.ts';
import { createWorld } from './support/world.ts';

const WORKSPACES = 20;
const CLIENTS = 200;
const SECONDS = 15;
/** Length in the JSON; the image itself is a quarter smaller. */
const DATA_URL_LENGTH = 1_600_000;
const MAX_MEGABYTES = 600;
/** As set by the image and the systemd unit. */
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** Returns the peak memory of a process in MB; NaN except on Linux. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Measures the memory of the web process while 200 clients create reviews of large screenshots and read them. */
export async function benchMemory(): Promise<Result[]> {
  const world = await createWorld('web', { environment });
  try {
    const workspaces = await Promise.all(
      Array.from({ length: WORKSPACES }, () => seedWorkspace(world, CLIENTS / WORKSPACES)),
    );
    const image = await dataUrlOf(DATA_URL_LENGTH);
    const before = await peakMegabytes(world.servicePid);
    const end = performance.now() + SECONDS * 1000;
    const answers = new Map<number, number>();
    const counted = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1);
    const client = async (bearer: string): Promise<void> => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      while (performance.now() < end) {
        const body = JSON.stringify({ title: 'A page with a photograph', images: [freshPng(image)] });
        const made = await fetch(`${world.service}/api/reviews`, { method: 'POST', headers, body });
        counted(made.status);
        const { id } = Object(await made.json());
        for (const path of made.ok ? [`/api/reviews/${id}`, '/api/reviews'] : []) {
          await (await fetch(world.service + path, { headers })).arrayBuffer();
        }
      }
    };
    await Promise.all(workspaces.flatMap(({ bearers }) => bearers).map(client));
    const note = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    return [
      told('memory before any request', 'MB', before),
      limited(
        'peak memory, 200 clients create and read',
        'MB',
        await peakMegabytes(world.servicePid),
        MAX_MEGABYTES,
        note,
      ),
    ];
  } finally {
    await world.close();
  }
}
