import { sql } from 'kysely'
import { after } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { sentimentOf } from '#shared/rules/text/sentiment.ts'
import { countHours, laterPart, paidFor, waitedFor } from './count-hour.ts'
import { answeringActs, openForMs } from './resolutions.ts'

type Backlog = { workspace_id: string; before: Date; cursor: string }

const batch = 1000

/** Backfill from before hourly counting; each step commits its cursor, so it resumes after a crash. */
export async function countEarlier(platform: Platform): Promise<void> {
  let more: boolean
  do {
    more = await platform.db.asService(null, async tx => {
      const { rows } = await sql<Backlog>`select workspace_id, before, cursor from private.statistics_backlog
        order by workspace_id limit 1 for update skip locked`.execute(tx)
      const [backlog] = rows
      if (!backlog) return false
      if (!(await countMessages(tx, backlog))) await finish(platform, tx, backlog)
      return true
    })
  } while (more)
}

type Earlier = { id: string; direction: 'in' | 'out'; author: string; text: string }

async function countMessages(tx: Tx, { workspace_id, before, cursor }: Backlog): Promise<boolean> {
  const { rows } = await sql<Earlier>`select id, direction, author, text from messages
    where workspace_id = ${workspace_id} and id > ${cursor} and created_at < ${before} order by id limit ${batch}`.execute(
    tx,
  )
  const last = rows.at(-1)
  if (!last) return false
  for (const mood of ['positive', 'neutral', 'negative'] as const) {
    const ids = rows.filter(row => row.direction === 'in' && sentimentOf(row.text).label === mood).map(row => row.id)
    const written = sql`(select workspace_id, channel_id, created_at as at from messages
      where workspace_id = ${workspace_id} and id = any (${ids}::uuid[])) as fact`
    await countHours(written, { received: sql`1`, [mood]: sql`1` }, { part: laterPart }).execute(tx)
  }
  const replied = rows.filter(row => row.author === 'member').map(row => row.id)
  const replies = sql`(select r.workspace_id, r.channel_id, coalesce(r.sent_at, r.created_at) as at, ${waitedFor(sql`r`)} as waited from messages r
    where r.workspace_id = ${workspace_id} and r.id = any (${replied}::uuid[]) and r.status in ('sent', 'delivered', 'read')) as fact`
  await countHours(replies, { replied: sql`1` }, { part: laterPart, waited: sql`waited` }).execute(tx)
  await sql`update private.statistics_backlog set cursor = ${last.id} where workspace_id = ${workspace_id}`.execute(tx)
  return true
}

async function finish(platform: Platform, tx: Tx, { workspace_id, before }: Backlog): Promise<void> {
  const part = laterPart
  const opened = sql`(select workspace_id, channel_id, created_at as at from conversations
    where workspace_id = ${workspace_id} and created_at < ${before}) as fact`
  await countHours(opened, { opened: sql`1` }, { part }).execute(tx)
  const answers = sql`(select a.workspace_id, r.channel_id, a.created_at as at, ${waitedFor(sql`r`)} as waited
    from answers a join messages r on r.workspace_id = a.workspace_id and r.id = a.reply_id
    where a.workspace_id = ${workspace_id} and a.created_at < ${before} and ${paidFor}) as fact`
  await countHours(answers, { answered: sql`1` }, { part, waited: sql`waited` }).execute(tx)
  await countOutcomes(platform, tx, workspace_id, before)
  await sql`delete from private.statistics_backlog where workspace_id = ${workspace_id}`.execute(tx)
}

/** Hand-over events are kept for 30 days; before that the bot's decisions are counted. */
async function countOutcomes(platform: Platform, tx: Tx, workspaceId: string, before: Date): Promise<void> {
  const part = laterPart
  const wanted = sql`select v.workspace_id, v.channel_id, e.at, v.id from private.events e
    join conversations v on v.workspace_id = e.workspace_id and v.id = (e.payload->>'conversation_id')::uuid
    where e.workspace_id = ${workspaceId} and e.name = 'person.wanted' and e.at < ${before}`
  await countHours(sql`(${wanted}) as fact`, { handed_over: sql`1` }, { part }).execute(tx)
  const day = sql`${openForMs}::float8 * interval '1 millisecond'`
  const outcomes = sql`select a.workspace_id, a.id, v.id as conversation_id, v.channel_id, a.created_at as at,
      a.act = any (${answeringActs}::text[]) as answering,
      exists (select from messages m where m.conversation_id = v.id and m.seq > a.up_to_seq and m.author = 'member'
        and m.status in ('sent', 'delivered', 'read') and m.created_at < a.created_at + ${day} and m.created_at < ${before})
      or exists (select from unnest(w.times) t where t >= a.created_at and t < a.created_at + ${day}) as left_open
    from answers a join conversations v on v.workspace_id = a.workspace_id and v.id = a.conversation_id
    left join (select id, array_agg(at) as times from (${wanted}) w group by id) w on w.id = v.id
    where a.workspace_id = ${workspaceId} and a.created_at < ${before} and a.act <> 'smalltalk' and ${paidFor}`
  const known = after(platform.clock.now(), -openForMs)
  const settled = sql`(select * from (${outcomes}) o where left_open or not answering or at <= ${known}) as fact`
  const good = sql`(answering and not left_open)::int`
  await countHours(settled, { settled: sql`1`, resolved: good }, { part }).execute(tx)
  await sql`insert into private.open_resolutions (workspace_id, answer_id, conversation_id, channel_id, answered_at)
    select workspace_id, id, conversation_id, channel_id, at from (${outcomes}) o
    where answering and not left_open and at > ${known} on conflict do nothing`.execute(tx)
}
