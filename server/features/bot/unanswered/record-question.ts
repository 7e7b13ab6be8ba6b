import { sql } from 'kysely'
import type { Tx } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import { areAlike, gistOf, type Gist } from './alike.ts'

const maxCompared = 300
const maxShownLength = 300

type Asked = { text: string; asked_at: Date }

/** Merges each unanswered question with those that ask the same. Idempotent. */
export async function recordQuestion(platform: Platform, event: EventCatalogue['question.unanswered']): Promise<void> {
  const { workspace_id: workspaceId } = event
  await platform.db.asService(workspaceId, async tx => {
    const asked = await readAsked(tx, event)
    if (asked.length === 0) return
    // Serialises customers who ask the same at once.
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    for (const one of asked) await recordOne(tx, event, one)
  })
}

async function recordOne(tx: Tx, event: EventCatalogue['question.unanswered'], asked: Asked): Promise<void> {
  const { workspace_id: workspaceId } = event
  const gist = gistOf(asked.text)
  const questionId = (await findAlike(tx, workspaceId, gist)) ?? newId()
  await sql`insert into unanswered_questions (id, workspace_id, question, terms, question_type, status, asked_count, first_asked_at, last_asked_at)
      values (${questionId}, ${workspaceId}, ${asked.text}, ${gist.terms}::text[], ${gist.type}, 'open', 0, ${asked.asked_at}, ${asked.asked_at})
      on conflict (id) do nothing`.execute(tx)
  const recorded =
    await sql`insert into unanswered_asks (id, workspace_id, question_id, answer_id, conversation_id, text, asked_at)
      values (${newId()}, ${workspaceId}, ${questionId}, ${event.answer_id}, ${event.conversation_id}, ${asked.text}, ${asked.asked_at})
      on conflict (workspace_id, answer_id, text) do nothing returning id`.execute(tx)
  if (recorded.rows.length === 0) return
  // An answered question asked again reopens; an ignored one stays ignored.
  await sql`update unanswered_questions set asked_count = asked_count + 1,
        last_asked_at = greatest(last_asked_at, ${asked.asked_at}),
        status = case when status = 'ignored' then 'ignored' else 'open' end
      where workspace_id = ${workspaceId} and id = ${questionId}`.execute(tx)
}

async function readAsked(tx: Tx, event: EventCatalogue['question.unanswered']): Promise<Asked[]> {
  const { rows } = await sql<
    Asked & { left: string[] | null }
  >`select string_agg(m.text, ' ' order by m.seq) as text, max(m.created_at) as asked_at, a.trace->'left' as "left"
    from answers a join messages m on m.workspace_id = a.workspace_id and m.id = any(a.message_ids) and m.deleted_at is null
    where a.workspace_id = ${event.workspace_id} and a.id = ${event.answer_id}
      and not exists (select from unanswered_asks k where k.workspace_id = a.workspace_id and k.answer_id = a.id)
    group by a.id`.execute(tx)
  const [asked] = rows
  if (!asked) return []
  const { left, text, asked_at } = asked
  const texts = (left ?? [text]).map(one => oneLine(one).slice(0, maxShownLength).toWellFormed())
  return [...new Set(texts)].filter(Boolean).map(one => ({ text: one, asked_at }))
}

async function findAlike(tx: Tx, workspaceId: string, gist: Gist): Promise<string | undefined> {
  const { rows } = await sql<Gist & { id: string }>`select id, terms, question_type as type from unanswered_questions
    where workspace_id = ${workspaceId} and question_type = ${gist.type} and terms && ${gist.terms}::text[]
    order by last_asked_at desc, id desc limit ${maxCompared}`.execute(tx)
  return rows.find(known => areAlike(known, gist))?.id
}
