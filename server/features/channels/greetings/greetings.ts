import { sql } from 'kysely'
import { recordInAuditLog } from '#features/workspaces/record-in-audit-log.ts'
import type { Caller } from '#platform/http/caller.ts'
import { after, days } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { type GreetingRule, maxGreetings } from '#shared/contracts/channels/greetings.contract.ts'
import { storableLine } from '#platform/text/storable-text.ts'

export type ListedGreeting = GreetingRule & { id: string; shown: number; opened: number }
type Row = Omit<GreetingRule, 'after' | 'hours'> & {
  id: string
  after_seconds: number | null
  after_scroll: number | null
  from_time: string | null
  until_time: string | null
  shown: number
  opened: number
}

const countedFor = days(30)

export async function listGreetings(
  platform: Platform,
  { workspaceId }: Caller,
): Promise<{ greetings: ListedGreeting[] }> {
  const since = after(platform.clock.now(), -countedFor)
  const rows = await platform.db
    .readAsService(sql<Row>`select g.id, g.name, g.enabled, g.path, g.after_seconds, g.after_scroll, g.who,
      g.from_time, g.until_time, g.once, coalesce(g.text_vi, '') as vi, coalesce(g.text_en, '') as en,
      coalesce(h.shown, 0)::float8 as shown, coalesce(h.opened, 0)::float8 as opened
    from greetings g left join (select greeting_id, sum(shown) as shown, sum(opened) as opened from private.greeting_hours
      where workspace_id = ${workspaceId} and hour >= ${since} group by 1) h on h.greeting_id = g.id
    where g.workspace_id = ${workspaceId} order by g.created_at, g.id`)
  return {
    greetings: rows.map(
      ({ after_seconds: seconds, after_scroll: scroll, from_time: from, until_time: until, ...row }) => ({
        ...row,
        after: scroll === null ? { seconds: seconds ?? 0 } : { scroll },
        hours: from && until ? { from, until } : null,
      }),
    ),
  }
}

/** @throws greeting.full, greeting.empty */
export async function makeGreeting(platform: Platform, caller: Caller, rule: GreetingRule): Promise<{ id: string }> {
  const { workspaceId } = caller
  const id = newId()
  const now = platform.clock.now()
  const { texts, seconds, scroll } = partsOf(rule)
  await platform.db.asService(workspaceId, async tx => {
    // Locks the workspace, so that two at once do not exceed the limit.
    await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from greetings
      where workspace_id = ${workspaceId}`.execute(tx)
    if ((rows[0]?.count ?? 0) >= maxGreetings) throw failure('greeting.full')
    await sql`insert into greetings (id, workspace_id, name, enabled, path, after_seconds, after_scroll, who, from_time, until_time, once,
        text_vi, text_en, created_at, changed_at)
      values (${id}, ${workspaceId}, ${rule.name}, ${rule.enabled}, ${rule.path}, ${seconds}, ${scroll}, ${rule.who},
        ${rule.hours?.from ?? null}, ${rule.hours?.until ?? null}, ${rule.once}, ${texts.vi}, ${texts.en}, ${now}, ${now})`.execute(
      tx,
    )
    await recordChange(platform, tx, caller, id)
  })
  return { id }
}

/** @throws greeting.empty, request.not_found */
export async function changeGreeting(
  platform: Platform,
  caller: Caller,
  { id, ...rule }: GreetingRule & { id: string },
): Promise<{ id: string }> {
  const { workspaceId } = caller
  const { texts, seconds, scroll } = partsOf(rule)
  await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql`update greetings set name = ${rule.name}, enabled = ${rule.enabled}, path = ${rule.path},
        after_seconds = ${seconds}, after_scroll = ${scroll}, who = ${rule.who}, from_time = ${rule.hours?.from ?? null},
        until_time = ${rule.hours?.until ?? null}, once = ${rule.once}, text_vi = ${texts.vi}, text_en = ${texts.en},
        changed_at = ${platform.clock.now()}
      where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(tx)
    if (rows.length === 0) throw failure('request.not_found')
    await recordChange(platform, tx, caller, id)
  })
  return { id }
}

/** @throws request.not_found */
export async function removeGreeting(platform: Platform, caller: Caller, { id }: { id: string }): Promise<void> {
  await platform.db.asService(caller.workspaceId, async tx => {
    const { rows } =
      await sql`delete from greetings where workspace_id = ${caller.workspaceId} and id = ${id} returning id`.execute(
        tx,
      )
    if (rows.length === 0) throw failure('request.not_found')
    await recordChange(platform, tx, caller, id)
  })
}

function partsOf({ vi, en, after: moment }: GreetingRule) {
  const texts = { vi: shown(vi), en: shown(en) }
  if (!texts.vi && !texts.en) throw failure('greeting.empty', { field: 'vi' })
  return {
    texts,
    seconds: 'seconds' in moment ? moment.seconds : null,
    scroll: 'scroll' in moment ? moment.scroll : null,
  }
}

function shown(text: string): string | null {
  return storableLine(text) || null
}

async function recordChange(platform: Platform, tx: Tx, caller: Caller, id: string): Promise<void> {
  await recordInAuditLog(platform, tx, caller, 'greeting.changed', id)
}
