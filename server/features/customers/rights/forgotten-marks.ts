import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database.ts'
import type { Platform } from '#platform/platform.ts'

type Purpose = 'promotion' | 'care' | 'service'
/** What somebody is known by: an id on a platform's account, a number, an address. */
export type KnownBy =
  | { is: 'account'; kind: string; accountId: string; externalId: string }
  | { is: 'phone' | 'email'; value: string }

/** What is kept of an id or a number when its owner is forgotten: who has only the database cannot read it back or try numbers out. */
export function markOf(platform: Platform, workspaceId: string, by: KnownBy): string {
  const words = by.is === 'account' ? [by.kind, by.accountId, by.externalId] : [by.is, by.value]
  return createHmac('sha256', platform.tokens.secretFor('people who are forgotten'))
    .update([workspaceId, ...words].join('\n'))
    .digest('base64url')
}

/** Forgotten twice, everything stays refused that ever was. */
export async function keepMarks(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  known: KnownBy[],
  refused: Purpose[],
): Promise<void> {
  const marks = [...new Set(known.map(by => markOf(platform, workspaceId, by)))]
  await sql`insert into private.forgotten_marks (workspace_id, mark, refused, at)
    select ${workspaceId}, mark, ${refused}::text[], ${platform.clock.now()} from unnest(${marks}::text[]) mark
    on conflict (workspace_id, mark) do update set at = excluded.at,
      refused = array(select distinct unnest(forgotten_marks.refused || excluded.refused))`.execute(tx)
}

/** What was refused by whoever had this mark; undefined where nobody was forgotten who did. */
export async function refusedBefore(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  by: KnownBy,
): Promise<Purpose[] | undefined> {
  const { rows } = await sql<{ refused: Purpose[] }>`select refused from private.forgotten_marks
    where workspace_id = ${workspaceId} and mark = ${markOf(platform, workspaceId, by)}`.execute(tx)
  return rows[0]?.refused
}
