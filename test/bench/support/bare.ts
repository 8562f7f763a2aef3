/**
 * The baseline for the service: Fastify and `pg` without any of our code. Listens on PORT, uses DATABASE_URL, and
 * stores images in DATA_DIR.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import sharp from 'sharp';

const { PORT = '', DATABASE_URL = '', DATA_DIR = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const server = Fastify({ bodyLimit: 64_000_000 });

/** Returns the stored bytes of any answer, after one prepared query. */
server.route<{ Params: { id: string } }>({
  method: ['GET', 'POST'],
  url: '/answer/:id',
  async handler(request, reply) {
    const found = await pool.query<{ type: string; body: string }>({
      name: 'answer',
      text: 'SELECT type, body FROM bench_answer WHERE id = $1',
      values: [request.params.id],
    });
    const [row] = found.rows;
    return reply.type(row?.type ?? 'text/plain').send(row?.body);
  },
});

async function keep(bytes: Buffer): Promise<string> {
  const path = join(DATA_DIR, randomUUID());
  const file = await open(`${path}.part`, 'wx');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
  return path;
}

/** Decodes, checks the header, writes the file and inserts one row. With `?pixels` it decodes the image too. */
server.post<{ Body: { title: string; images: [string] }; Querystring: { pixels?: string } }>(
  '/create',
  async (request, reply) => {
    const [image] = request.body.images;
    const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
    if (bytes.readUInt32BE(0) !== 0x89504e47 || bytes.subarray(12, 16).toString('latin1') !== 'IHDR') {
      return reply.code(422).send({ error: 'invalid_request' });
    }
    if (request.query.pixels !== undefined) await sharp(bytes, { failOn: 'error' }).raw().toBuffer();
    const path = await keep(bytes);
    const id = randomUUID();
    await pool.query({
      name: 'create',
      text: 'INSERT INTO bench_created (id, title, path, sha256, width, height) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [
        id,
        request.body.title,
        path,
        createHash('sha256').update(bytes).digest('hex'),
        bytes.readUInt32BE(16),
        bytes.readUInt32BE(20),
      ],
    });
    return reply.code(201).send({ id });
  },
);

server.get('/healthz', () => ({ ok: true }));
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
