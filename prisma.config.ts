import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'server/db/schema.prisma',
  migrations: { path: 'server/db/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://127.0.0.1/sightline' },
});
