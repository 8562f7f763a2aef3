import { z } from 'zod';
import { randomBase62 } from '../ids.ts';
import type { ClientActor, Ports } from '../ports.ts';

const OPEN_MS = 10 * 60_000;
const ASSOCIATED_DATA = 'workspace.open';

const Contents = z.object({
  workspaceId: z.string(),
  /** Unique to this code, so that it is used once. */
  jti: z.string(),
  expiresAt: z.number(),
  /** The connection that asked for it. The code is worth nothing once that connection has ended. */
  connectionId: z.string().nullable(),
  credential: z.string(),
});

export type OpenCode = Omit<z.infer<typeof Contents>, 'expiresAt'> & { expiresAt: Date };

/**
 * Encrypts a code that lets a person into a workspace: nobody can read or make one, and it is valid for ten minutes.
 */
export function encryptOpenCode(
  ports: Ports,
  { workspaceId, connectionId, credential }: ClientActor,
): { code: string; expiresAt: Date } {
  const expiresAt = new Date(ports.clock().getTime() + OPEN_MS);
  const contents: z.infer<typeof Contents> = {
    ...{ workspaceId, connectionId, credential },
    jti: randomBase62(22),
    expiresAt: expiresAt.getTime(),
  };
  return { code: ports.secrets.encrypt(JSON.stringify(contents), ASSOCIATED_DATA).toString('base64url'), expiresAt };
}

/** Decrypts a code; null when it is not ours. The caller checks whether it is still valid. */
export function readOpenCode(ports: Ports, code: string): OpenCode | null {
  try {
    const { expiresAt, ...rest } = Contents.parse(
      JSON.parse(ports.secrets.decrypt(Buffer.from(code, 'base64url'), ASSOCIATED_DATA).toString()),
    );
    return { ...rest, expiresAt: new Date(expiresAt) };
  } catch {
    return null;
  }
}
