import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { after, hours } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { abResult, type Tried, type Variant } from '#shared/rules/campaigns/ab-result.ts'
import type { Broadcast } from '../broadcast-row.ts'

/** Deterministic. `rest`: gets the text that is answered more, once that is known. */
export function groupOf({ id, content }: Pick<Broadcast, 'id' | 'content'>, customerId: string): Variant | 'rest' {
  const { b } = content
  if (!b || content.template) return 'a'
  const hash = createHash('sha256').update(`${id} ${customerId}`).digest()
  const isTried = b.share === null || (hash.readUInt32BE(4) / 2 ** 32) * 100 < b.share
  if (!isTried) return 'rest'
  return hash.readUInt8(0) % 2 === 0 ? 'a' : 'b'
}

/** null: there is no remaining group */
export function decidedAt({ content }: Pick<Broadcast, 'content'>, from: Date): Date | null {
  const { b } = content
  return b && b.share !== null && !content.template ? after(from, hours(b.hours)) : null
}

/** Decided once: the text answered more, or A if there is no difference. */
export async function decide(
  platform: Platform,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const now = platform.clock.now()
  const due = await platform.db
    .readAsService(sql`select 1 from broadcasts where workspace_id = ${workspaceId} and id = ${id}
    and ab_at <= ${now} and ab_choice is null and status = 'running'`)
  if (due.length === 0) return
  await platform.db.asService(workspaceId, async tx => {
    const { a, b } = await readTried(tx, { workspaceId, id })
    const { winner } = abResult(a, b)
    await sql`update broadcasts set ab_choice = ${winner ?? 'a'}, ab_sure = ${winner !== null}
      where workspace_id = ${workspaceId} and id = ${id} and ab_choice is null`.execute(tx)
  })
}

async function readTried(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<{ a: Tried; b: Tried }> {
  const { rows } = await sql<Tried & { variant: Variant }>`select variant, count(*)::int as n,
      count(*) filter (where answered_at is not null and not refused)::int as answered
    from private.broadcast_recipients where workspace_id = ${workspaceId} and broadcast_id = ${id} and variant is not null
      and state in ('sent', 'delivered', 'read') group by variant`.execute(tx)
  const of = (variant: Variant) => rows.find(row => row.variant === variant) ?? { n: 0, answered: 0 }
  return { a: of('a'), b: of('b') }
}
