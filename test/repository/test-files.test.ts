import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startHttpServer } from '../support/servers.ts';
import { importsOf, root, sourceFiles } from './source-imports.ts';

// Files may share a process, which loads a helper only once, so hooks of a helper would run for the first file only.
const files = sourceFiles(['test']).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const tests = files.filter(({ file }) => /\.test\.tsx?$/.test(file));
const helpers = files.filter(({ file }) => !/\.test\.tsx?$/.test(file) && file !== 'test/support/each-file.ts');

test('helpers have no hooks and close what they open with `atFileEnd`', () => {
  const found = helpers.filter(({ text }) => /^(?:before|after)(?:All|Each)\(/m.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect(helpers.length).toBeGreaterThan(50);
});

test('no test file changes state of the whole process: environment, working folder or trusted certificates', () => {
  const mayChange = [
    'test/support/global-setup.ts',
    'test/api/adapters/support/self-signed.ts',
    'test/api/cli/support/cli.ts', // the folder and the environment of one run, which it restores
  ];
  const found = files.filter(
    ({ file, text }) =>
      !mayChange.includes(file) &&
      /^\s*(?:setDefaultCACertificates\(|process\.env(?:\.\w+|\[[^\]]+\]) = |delete process\.env|process\.chdir\()/m.test(
        text,
      ),
  );
  expect(found.map(({ file }) => file)).toEqual([]);
});

/** Patterns by which time or luck would decide a test, and what to write instead. */
const luck: { pattern: RegExp; instead: string; except?: RegExp; among?: typeof files }[] = [
  {
    pattern: /\b(?:test|it|describe)\.(?:skip|only|todo|fails|skipIf|runIf)\b|(?:^|[{,])\s*retry: \d|\bctx\.skip\(/m,
    instead: 'each test runs each time, once',
  },
  {
    pattern: /from 'node:timers\/promises'|new Promise\([^=]*=>\s*setTimeout\([^,]+, [^)]+\)\)/,
    instead: 'wait for the state: `expect.poll`, a gate, the clock of the service or of the page',
    // These tests send slowly, or wait exactly as long as they are asked to.
    except: /^test\/wide\/api\/(?:races-of-operations|upload-quota)\.test\.ts$/,
  },
  {
    pattern: /expect\([^\n]*(?:performance|Date)\.now\(\) - [^\n]*\.toBeLess/,
    instead: 'hold what happened, not how long it took: `npm run bench` measures that',
  },
  {
    pattern: /\(\) => new Date\(Date\.now\(\) [+-]/,
    instead: 'give a service a clock of `test/support/clock.ts`, which leaves time for the steps of a test',
    except: /^test\/support\/clock\.ts$/,
    among: files,
  },
  {
    pattern: /\b(?:poll|waitFor|waitUntil)\([^;]*\btimeout: \d|setDefaultTimeout\(\d|= \{ timeout: \d/,
    instead: 'wait as long as the run does: `PATIENCE_MS`, which `expect.poll` has by itself',
    among: files,
  },
  {
    pattern: /'(?:DELETE FROM|TRUNCATE) rate_window'/,
    instead: '`forgetLimits` locks the table first: a service may count two limits in one transaction',
    except: /^test\/api\/support\/sql\.ts$/,
    among: files,
  },
  {
    pattern: /\bvi\.(?:mock|doMock|hoisted)\(/,
    instead: 'files share a process, whose modules may be loaded already: pass another part as an argument',
  },
  {
    instead: '`intercept` waits until requests are intercepted, where a page exists already',
    pattern: /\.route\(/,
    among: files.filter(({ file }) => file.includes('/web/') && file !== 'test/web/support/browser.ts'),
  },
];

test.each(luck)('no test depends on luck: $instead', ({ pattern, except, among = tests }) => {
  const found = among.filter(({ file, text }) => !except?.test(file) && pattern.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('concurrent tests poll with `vi.waitFor`: `expect.poll` needs to know which test runs', () => {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const reached = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file) || !texts.has(file)) return seen;
    seen.add(file);
    for (const { target, typeOnly } of importsOf(file)) if (target !== null && !typeOnly) reached(target, seen);
    return seen;
  };
  const concurrent = tests.filter(({ text }) => /\b(?:test|it|describe)\.concurrent\b/.test(text));
  const found = concurrent.flatMap(({ file }) =>
    [...reached(file)].filter((each) => /\bexpect\.poll\(/.test(texts.get(each) ?? '')).map((each) => [file, each]),
  );
  expect(found).toEqual([]);
  expect(concurrent.length).toBeGreaterThan(10);
});

test('a unit test opens no service, database, browser, server or process, and replaces nothing global', () => {
  const opens =
    /from 'node:(?:net|http|https|tls|dgram|child_process)'|from '[^']*support\/(?:service|database|browser|processes|servers)\.ts'|(?<!type \{[^}]*\} )from 'playwright|\bvi\.(?:stubGlobal|stubEnv)\(/;
  const found = tests.filter(({ file, text }) => file.startsWith('test/unit/') && opens.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('no event listener has an unhandled rejection: HTTP servers are started by `startHttpServer`', () => {
  const uncaught =
    /\bcreateServer\(\s*(?:\w+,\s*)?async|\bcreateServer\b[^;]*from 'node:https?'|\.(?:on|once)\(\s*'[^']+',\s*async/;
  const found = files.filter(({ file, text }) => !file.startsWith('test/bench/') && uncaught.test(text));
  expect(found.map(({ file }) => file)).toEqual(['test/support/servers.ts']);
});

test('a server reports a handler’s mistake when it closes, but not that its peer left', async () => {
  const mistaken = await startHttpServer(async () => Promise.reject(new Error('a mistake')));
  await expect(fetch(mistaken.origin)).rejects.toThrow('fetch failed');
  await expect(mistaken.close()).rejects.toThrow('a mistake');

  const ended = Promise.withResolvers<void>();
  const left = await startHttpServer((incoming) => buffer(incoming).finally(() => ended.resolve()));
  const sent = request(left.origin, { method: 'POST' }).on('error', () => {});
  sent.write('half', () => sent.destroy());
  await ended.promise;
  await left.close();

  const onward = await startHttpServer(() => fetch(left.origin));
  await expect(fetch(onward.origin)).rejects.toThrow('fetch failed');
  await onward.close();
});

test('modules of the service keep no state that the next test file in the process could see', () => {
  const kept = sourceFiles(['server', 'app', 'action']).filter(
    (file) =>
      !/^server\/(?:web|scripts|docs|capture\/in-page)\//.test(file) &&
      /^(?:export )?let |^(?:export )?const \w+(?:: [^=]+)? = (?:new (?:Map|Set)(?:<[^(]*>)?|\w*Factory)\(\)/m.test(
        readFileSync(join(root, file), 'utf8'),
      ),
  );
  expect(kept).toEqual([
    'server/domain/ids.ts', // the last id: after a test with a later clock, all ids count up in their last characters
    'server/adapters/capture-view/engine.ts', // its own source, cached
    'server/adapters/capture-view/mail-clients.ts', // data about mail clients from a package, cached
    'server/adapters/images/threads.ts', // what a thread does next depends on no earlier job
    'server/adapters/images/tiles.ts', // the queue of callers that cut tiles
    'server/adapters/outbound/name-lookup.ts', // how many lookups of the system are pending
    'action/log.ts', // the Action runs in its own process
  ]);
});
