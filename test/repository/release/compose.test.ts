import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { serviceFlags } from '../../support/service-flags.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { compose, containers, read, taken } from './support/compose.ts';
import { root } from './support/install.ts';

/** The names that the table of settings explains. */
const explained = new Set(
  [...read('server/docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
);
/** Variables of Compose, and of what it starts beside the service. */
const others = ['COMPOSE_PROFILES', 'SIGHTLINE_IMAGE', 'POSTGRES_PASSWORD'];

const example = read('.env.example');
const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);

/** Returns the environment of one of our containers, with `.env` filled in. */
function environmentOf(name: string, filled: Record<string, string>): Record<string, string> {
  const value = (text: string): string =>
    text.replace(
      /\$\{([A-Z_]+)(?::([-?])((?:[^{}]|\$\{[^}]*\})*))?\}/g,
      (_, variable: string, kind?: string, rest = '') => {
        const given = filled[variable] ?? '';
        if (given !== '') return given;
        if (kind === '?') throw new Error(rest);
        return value(rest);
      },
    );
  const image = [...read('Dockerfile').matchAll(/^(?:ENV| ) ([A-Z_]+)=(\S+)/gm)].map(([, key, text]) => [key, text]);
  const own = Object.entries(compose.services[name]?.environment ?? {}).map(([key, text]) => [key, value(text)]);
  return { ...Object.fromEntries(image), ...filled, ...Object.fromEntries(own) };
}

const filled: Record<string, string> = {
  ...(parseEnv(example) as Record<string, string>),
  SECRET_KEY: 'twenty characters of key',
  POSTGRES_PASSWORD: 'aa11',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

test('the example names every variable that Compose needs, and each is a setting or Compose’s own', () => {
  expect(named).toEqual(expect.arrayContaining(taken(read('docker-compose.yml'))));
  for (const name of named) expect([...explained, ...others]).toContain(name);
});

test.each(['web', 'worker'])('%s starts from the example once its empty values are filled in', (name) => {
  const config = readConfig(environmentOf(name, filled));
  expect(config).toMatchObject({
    role: name,
    host: '0.0.0.0',
    baseUrl: 'https://sightline.example.com',
    databaseUrl: 'postgres://sightline:aa11@postgres:5432/sightline',
    storage: { kind: 's3', bucket: 'sightline', endpoint: 'http://s3:7070' },
    healthPort: 4001,
  });
  expect(() => environmentOf(name, { ...filled, SECRET_KEY: '' })).toThrow('SECRET_KEY encrypts');
  expect(() => environmentOf(name, { ...filled, BASE_URL: '' })).toThrow('BASE_URL is where');
});

test('the example and the documentation name the settings that Compose alone decides, and no other service', () => {
  const own = { HOST: '127.0.0.1', PORT: '5000', ROLE: 'all', SERVICE_URL: 'http://elsewhere.example' };
  const fixed = Object.entries(environmentOf('web', { ...filled, ...own })).filter(([name]) => name in own);
  expect(Object.fromEntries(fixed)).toEqual({
    ...{ HOST: '0.0.0.0', PORT: '4000', ROLE: 'web', SERVICE_URL: 'http://web:4000' },
  });
  const constant = Object.entries(compose.services.web?.environment ?? {}).filter(([, text]) => !text.includes('${'));
  expect(constant.map(([name]) => name).sort()).toEqual(Object.keys(own).sort());
  const exceptions = 'except ROLE, HOST, PORT and SERVICE_URL, which Compose sets';
  expect(example.replace(/\n# /g, ' ')).toContain(exceptions);
  expect(read('server/docs/compose.md').replace(/\n/g, ' ').replaceAll('`', '')).toContain(exceptions);
  for (const [, name = ''] of example.matchAll(/`([a-z0-9]+)`/g)) expect(Object.keys(compose.services)).toContain(name);
});

test('the proxy reaches every web process, knows each variable that it names, and leaves sizes to the settings', () => {
  const caddyfile = read('server/scripts/compose/Caddyfile');
  expect(caddyfile).not.toContain('max_size');
  const { proxy, web } = compose.services;
  for (const [, name] of caddyfile.matchAll(/\{\$([A-Z_]+)/g))
    expect(Object.keys(proxy?.environment ?? {})).toContain(name);
  expect(web?.expose).toEqual([web?.environment.PORT]);
  expect(caddyfile).toContain(`dynamic a web ${web?.environment.PORT} {`);
  expect(web?.networks).toEqual(expect.arrayContaining(proxy?.networks ?? []));
});

test('an operator’s database and store replace those that Compose starts', () => {
  const own = { DATABASE_URL: 'postgres://me@db.example.com/x', STORAGE_URL: 's3://mine?region=eu-central-1' };
  const config = readConfig(environmentOf('web', { ...filled, ...own }));
  expect(config).toMatchObject({ databaseUrl: own.DATABASE_URL, storage: { bucket: 'mine', endpoint: null } });
});

test('every container is pinned, limited, restarted, and waits for the health of what it needs', () => {
  for (const [name, container] of containers) {
    if (container.build === undefined)
      expect([name, container.image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+/)]);
    expect([name, container.logging?.options['max-size']]).toEqual([name, '10m']);
    for (const [other, { condition }] of Object.entries(container.depends_on)) {
      const needed = compose.services[other];
      expect(needed, `${name} waits for ${other}`).toBeDefined();
      const hasCheck = needed?.healthcheck !== undefined || needed?.build !== undefined;
      if (condition === 'service_healthy') expect(hasCheck, `${other} has a health check`).toBe(true);
    }
    if (name === 's3-bucket') continue;
    expect([name, container.restart]).toEqual([name, 'unless-stopped']);
    expect([name, container.deploy?.resources.limits]).toEqual([
      name,
      { cpus: expect.any(String), memory: expect.any(String) },
    ]);
  }
});

test('our containers have few privileges, and time to finish their work', () => {
  for (const [name, container] of containers.filter(([, { build }]) => build !== undefined)) {
    expect([name, container.read_only, container.cap_drop]).toEqual([name, true, ['ALL']]);
    expect(Number.parseInt(container.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(12);
    expect(container.ports).toEqual([]);
  }
  expect(compose.networks.data).toEqual({ internal: true });
  for (const name of ['postgres', 's3']) expect(compose.services[name]?.networks).toEqual(['data']);
});

test('every volume, network, profile and mounted file that is named exists', () => {
  for (const [, { volumes, networks }] of containers) {
    for (const [source = ''] of volumes.map((each) => each.split(':'))) {
      if (source.startsWith('./')) expect(existsSync(join(root, source))).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
  }
  const profiles = containers.flatMap(([, container]) => container.profiles);
  expect(profiles).toEqual(expect.arrayContaining((filled.COMPOSE_PROFILES ?? '').split(',')));
});

test('the image runs without root, starts files that the build makes, and copies only existing files', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
  for (const script of ['serve', 'check-health']) {
    expect(dockerfile).toContain(`server/${script}.js`);
    expect(read('server/scripts/tsconfig.build.json')).toContain(`../${script}.ts"`);
  }
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  for (const file of copied) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  const bases = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, image]) => image);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:24\.\d+\.\d+-/);
});

test('the image and the unit of systemd start Node with the flags of `npm start`', () => {
  const flags = serviceFlags.map((flag) => `"${flag}"`).join(', ');
  expect(serviceFlags.length).toBeGreaterThan(0);
  expect(read('Dockerfile')).toContain(`CMD ["node", ${flags}, "server/serve.js"]`);
  expect(read('server/docs/self-hosting.md')).toContain(`/node ${serviceFlags.join(' ')} server/serve.ts`);
});

test('containers are replaced by as many new ones before the old ones stop', async () => {
  const folder = await temporaryFolder('sightline-roll-');
  // Only checks the calls of Docker and their order.
  const docker = `#!/bin/sh\necho "$*" >> "${folder}/asked"\ncase "$*" in "compose ps -q web") printf 'one\\ntwo\\n';; esac\n`;
  await writeFile(join(folder, 'docker'), docker);
  await chmod(join(folder, 'docker'), 0o755);
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  await promisify(execFile)('sh', [join(root, 'server/scripts/compose/roll.sh'), 'web'], { env });
  expect((await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
    'compose ps -q web',
    'compose up -d --no-deps --no-recreate --wait --scale web=4 web',
    'stop --time 15 one',
    'rm one',
    'stop --time 15 two',
    'rm two',
    'compose up -d --no-deps --no-recreate --scale web=2 web',
    'compose ps web',
  ]);
});
