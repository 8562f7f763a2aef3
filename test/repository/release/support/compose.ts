import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './install.ts';

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const Environment = z.record(z.string(), z.string());

const Container = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  environment: Environment.default({}),
  env_file: z.array(z.union([z.string(), z.object({ path: z.string() })])).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()).default([]),
  expose: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  deploy: z
    .object({ replicas: z.number().optional(), resources: z.object({ limits: z.record(z.string(), z.string()) }) })
    .optional(),
});

const Compose = z.object({
  services: z.record(z.string(), Container),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});

export const compose = Compose.parse(parse(read('docker-compose.yml'), { merge: true }));

export const containers = Object.entries(compose.services);

/** Returns the variables that a text takes from `.env` without a default. */
export const taken = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{([A-Z_]+)(?::\?|:-\})/g)].map(([, name = '']) => name)),
];
