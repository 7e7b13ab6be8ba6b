import { sql } from 'kysely'
import { after, days, minutes } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'

export type Reserved = { workspaceId: string; visitor: string; day: Date; minute: Date; tokens: number }

/** Never exceeded by concurrent calls; undefined if the workspace's day or the visitor's minute has too few tokens left. */
export async function reserveTokens(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  visitor: string,
  tokens: number,
): Promise<Reserved | undefined> {
  const { LLM_TOKENS_PER_DAY: maxPerDay, LLM_TOKENS_PER_VISITOR_MINUTE: maxPerMinute } = platform.config
  if (tokens > maxPerDay || tokens > maxPerMinute) return undefined
  const now = platform.clock.now()
  const minute = new Date(now.getTime() - (now.getTime() % minutes(1)))
  const { rows } = await sql<{
    day: Date
  }>`select date_trunc('day', ${now}::timestamptz at time zone time_zone) at time zone time_zone as day
    from workspaces where id = ${workspaceId}`.execute(tx)
  const day = rows[0]?.day
  if (!day) return undefined
  const reserved = { workspaceId, visitor, day, minute, tokens }
  if (!(await add(tx, workspaceId, '', day, tokens, maxPerDay))) return undefined
  if (await add(tx, workspaceId, visitor, minute, tokens, maxPerMinute)) return reserved
  await change(tx, workspaceId, '', day, -tokens)
  return undefined
}

/** @returns false if the workspace's day has too few tokens left */
export async function reserveVectorTokens(
  platform: Platform,
  tx: Tx,
  workspaceId: string,
  tokens: number,
): Promise<boolean> {
  const max = platform.config.EMBEDDING_TOKENS_PER_DAY
  const now = platform.clock.now().getTime()
  const day = new Date(now - (now % days(1)))
  return tokens <= max && (await add(tx, workspaceId, 'vectors', day, tokens, max))
}

export async function settleTokens(tx: Tx, reserved: Reserved, used: number): Promise<void> {
  const { workspaceId, visitor, day, minute, tokens } = reserved
  await change(tx, workspaceId, '', day, used - tokens)
  await change(tx, workspaceId, visitor, minute, used - tokens)
}

/** Minutes are kept for a day, workspaces' days for three months, replies for an hour. */
export async function forgetModelUse(platform: Platform): Promise<void> {
  const now = platform.clock.now()
  await platform.db.asService(null, async tx => {
    await sql`delete from private.model_tokens where period < ${after(now, -days(1))}
      and (who <> '' or period < ${after(now, -days(92))})`.execute(tx)
    await sql`delete from private.model_replies where created_at < ${after(now, -minutes(60))}`.execute(tx)
  })
}

async function add(
  tx: Tx,
  workspaceId: string,
  who: string,
  period: Date,
  tokens: number,
  max: number,
): Promise<boolean> {
  const { rows } = await sql`insert into private.model_tokens as t (workspace_id, who, period, tokens)
    values (${workspaceId}, ${who}, ${period}, ${tokens})
    on conflict (workspace_id, who, period) do update set tokens = t.tokens + excluded.tokens
      where t.tokens + excluded.tokens <= ${max}
    returning 1`.execute(tx)
  return rows.length > 0
}

async function change(tx: Tx, workspaceId: string, who: string, period: Date, tokens: number): Promise<void> {
  await sql`update private.model_tokens set tokens = greatest(tokens + ${tokens}, 0)
    where workspace_id = ${workspaceId} and who = ${who} and period = ${period}`.execute(tx)
}
