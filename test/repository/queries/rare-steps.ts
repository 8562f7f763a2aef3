import * as connection from '../../../server/domain/connection/store.ts';
import { newId } from '../../../server/domain/ids.ts';
import { listSettings } from '../../../server/domain/installation/store.ts';
import * as mark from '../../../server/domain/mark/store.ts';
import * as oauthClient from '../../../server/domain/oauth-client/store.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import * as repository from '../../../server/domain/repository/store.ts';
import { chainOf, readWatchedVersions } from '../../../server/domain/review/store.ts';
import * as shot from '../../../server/domain/shot/store.ts';
import { wasGiven } from '../../../server/domain/suggestion/store.ts';
import { listUploadKeys } from '../../../server/domain/upload/store.ts';
import { loseLease, releaseLeases } from '../../../server/domain/webhook/store.ts';
import { listWorkspaceIds } from '../../../server/domain/workspace/store.ts';

const row = <Row>(given: Partial<Row>): Row => given as Row;

/** What only a fault brings about, or a moment that cannot be chosen: the stores' own functions, for rows of nobody. */
export async function doWhatIsRare({ db }: Ports, workspaceIds: readonly [string, string]): Promise<void> {
  const now = new Date();
  const [workspaceId] = workspaceIds;
  const id = newId(now);
  const hash = new Uint8Array(32);
  const chain = { workspaceId, chainId: id };
  const ofTwo = { workspaceIds: [...workspaceIds], ids: [id] };
  const leases = workspaceIds.map((each) => ({ id, workspaceId: each, chainId: id, leasedUntil: now }));

  const code = row<connection.NewCode>({ hash, workspaceId, joinedWith: hash, expiresAt: now });
  await connection.insertCode(db, {
    ...{ hash, workspaceId, joinedWith: hash, createdAt: now, expiresAt: now, clientId: id, clientName: 'A client' },
    ...{ redirectUri: 'http://localhost/', challenge: 'x', resource: null },
    ...{ githubLogin: null, githubUserId: null, githubIssuer: null, githubRepositoryId: null },
  });
  await connection.chooseAnew(db, code);
  await repository.dropBinding(db, row<repository.BindingRow>({ issuer: 'x', repositoryId: '1', workspaceId }));
  await repository.listBindingsNamed(db, 'acme/shop');
  const document = {
    id: 'https://client.example/',
    name: 'A client',
    redirectUris: [],
    createdAt: now,
    freshUntil: now,
  };
  await oauthClient.upsertDocument(db, document);
  await oauthClient.staleDocument(db, document.id);

  await listSettings(db, ['x']);
  await mark.findLastSeen(db, chain, 1, 1);
  await mark.findPlace(db, workspaceId, id, 1);
  await mark.handOnSettled(db, chain, id, id);
  await mark.listAfterImageKeys(db, ofTwo);
  await mark.putSameElement(db, { reviewId: id, workspaceId, number: 1 }, []);
  await chainOf(db, workspaceId, id);
  await readWatchedVersions(
    db,
    workspaceIds.map((each) => ({ workspaceId: each, reviewId: id })),
  );
  await shot.findComparedShot(db, workspaceId, id);
  await shot.putChange(db, { id, workspaceId }, { changeKind: 'identical', changeShare: 0 });
  await shot.forgetDocument(db, workspaceId, id);
  const asked = row<shot.ShotRequestRow>({ workspaceId, reviewId: id, kind: 'pdf' });
  await shot.insertMissing(db, asked, { label: 'Page 2', position: 1, problem: 'It is broken.', at: now });
  await shot.listDocumentKeys(db, ofTwo);
  await shot.listShotFiles(db, ofTwo);
  await wasGiven(db, chain, 1);
  await listWorkspaceIds(db, [...workspaceIds]);
  await listUploadKeys(db, ofTwo);
  for (const lease of leases) await loseLease(db, lease);
  await releaseLeases(db, leases);
}
