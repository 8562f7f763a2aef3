import { columnsExcept, Prisma, type RowKey, type Tx } from '../../db/client.ts';

export type NoiseRow = Prisma.NoiseRuleGetPayload<object>;
/** What a review shows of a rule. */
export const noiseColumns = columnsExcept(Prisma.NoiseRuleScalarFieldEnum, 'workspaceId', 'repository', 'name');

/** Stores a rule, in place of the one that this review made for the same label. */
export async function putNoiseRule(tx: Tx, row: Prisma.NoiseRuleUncheckedCreateInput): Promise<void> {
  const { workspaceId, reviewId, label } = row;
  await tx.noiseRule.deleteMany({ where: { workspaceId, reviewId, label } });
  await tx.noiseRule.create({ data: row });
}

export async function findNoiseRule(tx: Tx, workspaceId: string, id: string): Promise<NoiseRow | null> {
  return tx.noiseRule.findFirst({ where: { workspaceId, id } });
}

/** Notes that the approval of a review has put exactly these rules into force. */
export async function approveNoiseRules(tx: Tx, { workspaceId, id }: RowKey, ids: readonly string[]): Promise<void> {
  const approve = (approvedIn: string | null, where: Prisma.NoiseRuleWhereInput) =>
    tx.noiseRule.updateMany({ where: { ...where, workspaceId }, data: { approvedIn } });
  await approve(null, { approvedIn: id, id: { notIn: [...ids] } });
  await approve(id, { id: { in: [...ids] } });
}

/** Ends a rule at `at`, unless it ended before. Reviews that were decided until then keep it. */
export async function endNoiseRule(tx: Tx, { workspaceId, id }: NoiseRow, at: Date): Promise<void> {
  await tx.noiseRule.updateMany({ where: { workspaceId, id, expiresAt: { gt: at } }, data: { expiresAt: at } });
}

/** A rule, and the approval that put it into force; its fields are null while there is none. */
export interface ApprovedNoise extends NoiseRow {
  approval: string | null;
  reference: string | null;
  revision: string | null;
  decidedBy: string | null;
  verifiedLogin: string | null;
  decidedAt: Date | null;
}

/** Lists rules, those that expire first first. */
async function listNoise(
  tx: Tx,
  where: Prisma.NoiseRuleWhereInput & { workspaceId: string },
): Promise<ApprovedNoise[]> {
  const { workspaceId } = where;
  const rules = await tx.noiseRule.findMany({ where, orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }] });
  const approvals = await tx.review.findMany({
    where: { workspaceId, status: 'approved', id: { in: rules.flatMap(({ approvedIn }) => approvedIn ?? []) } },
    select: { id: true, reference: true, revision: true, decisions: { orderBy: { number: 'desc' }, take: 1 } },
  });
  return rules.map((rule) => {
    const approved = approvals.find(({ id }) => id === rule.approvedIn);
    const { id: approval = null, reference = null, revision = null, decisions: [decision] = [] } = approved ?? {};
    const { decidedBy = null, verifiedLogin = null, decidedAt = null } = decision ?? {};
    return { ...rule, approval, reference, revision, decidedBy, verifiedLogin, decidedAt };
  });
}

/** Lists the rules in force at `at`, those that expire first first. */
export async function listNoiseInForce(tx: Tx, workspaceId: string, at: Date): Promise<ApprovedNoise[]> {
  const rules = await listNoise(tx, { workspaceId, expiresAt: { gt: at }, approvedIn: { not: null } });
  return rules.filter(({ decidedAt }) => decidedAt !== null);
}

/** Lists the rules that were made in these reviews. */
export async function listNoiseMadeIn(
  tx: Tx,
  workspaceId: string,
  reviewIds: readonly string[],
): Promise<ApprovedNoise[]> {
  return listNoise(tx, { workspaceId, reviewId: { in: [...reviewIds] } });
}
