import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { saveSecret, readSecret, type SecretPlace } from '#platform/secrets/stored-secrets.ts'
import { forEachLogged } from '#platform/jobs/for-each-logged.ts'
import type { Platform } from '#platform/platform.ts'

type Purpose = 'promotion' | 'care' | 'service'
export type KnownBy =
  | { is: 'account'; kind: string; accountId: string; externalId: string }
  | { is: 'phone' | 'email'; value: string }

/** The workspace's own key: marks survive a change of JWT_SECRET, from which older marks' keys derived. */
export async function markKey(platform: Platform, tx: Tx, workspaceId: string): Promise<string> {
  return (await readSecret(platform, tx, placeOf(workspaceId))) ?? platform.tokens.secretFor('people who are forgotten')
}

/** Locks the workspace's row so that two at once make one key. */
async function workspaceKey(platform: Platform, tx: Tx, workspaceId: string): Promise<string> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const place = placeOf(workspaceId)
  const { rows: stored } = await sql`select 1 from private.secrets where workspace_id = ${workspaceId}
    and owner = ${place.owner} and name = ${place.name}`.execute(tx)
  if (stored.length > 0) return markKey(platform, tx, workspaceId)
  const { rows: older } =
    await sql`select 1 from private.forgotten_marks where workspace_id = ${workspaceId} limit 1`.execute(tx)
  const key = older.length > 0 ? await markKey(platform, tx, workspaceId) : randomBytes(32).toString('base64url')
  await saveSecret(platform, tx, place, key)
  return key
}

/** Saves the derived key for workspaces with older marks while JWT_SECRET still yields it. */
export async function saveMarkKeys(platform: Platform): Promise<void> {
  const rows = await platform.db.readAsService<{
    id: string
  }>(sql`select distinct m.workspace_id as id from private.forgotten_marks m
    where not exists (select from private.secrets s where s.workspace_id = m.workspace_id and s.owner = 'forgotten')`)
  await forEachLogged(platform, 'save mark keys', rows, ({ id }) =>
    platform.db.asService(id, tx => workspaceKey(platform, tx, id)),
  )
}

function placeOf(workspaceId: string): SecretPlace {
  return { workspaceId, owner: 'forgotten', name: 'marks' }
}

/** Keyed, so that a leaked database cannot be read back or tried against phone numbers. */
export function markOf(key: string, workspaceId: string, by: KnownBy): string {
  const words = by.is === 'account' ? [by.kind, by.accountId, by.externalId] : [by.is, by.value]
  return createHmac('sha256', key)
    .update([workspaceId, ...words].join('\n'))
    .digest('base64url')
}

export async function saveMarks(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  known: KnownBy[],
  refused: Purpose[],
): Promise<void> {
  const key = await workspaceKey(platform, tx, workspaceId)
  const marks = [...new Set(known.map(by => markOf(key, workspaceId, by)))]
  await sql`insert into private.forgotten_marks (workspace_id, mark, refused, at)
    select ${workspaceId}, mark, ${refused}::text[], ${platform.clock.now()} from unnest(${marks}::text[]) mark
    on conflict (workspace_id, mark) do update set at = excluded.at,
      refused = array(select distinct unnest(forgotten_marks.refused || excluded.refused))`.execute(tx)
}

/** Undefined where nobody with this mark was forgotten. */
export async function refusedBefore(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  by: KnownBy,
): Promise<Purpose[] | undefined> {
  const { rows: any } =
    await sql`select 1 from private.forgotten_marks where workspace_id = ${workspaceId} limit 1`.execute(tx)
  if (any.length === 0) return undefined
  const key = await markKey(platform, tx, workspaceId)
  const { rows } = await sql<{ refused: Purpose[] }>`select refused from private.forgotten_marks
    where workspace_id = ${workspaceId} and mark = ${markOf(key, workspaceId, by)}`.execute(tx)
  return rows[0]?.refused
}
