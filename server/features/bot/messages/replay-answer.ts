import { sql } from 'kysely'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { Replay } from '#shared/contracts/bot/bot.results.ts'
import { addPages } from '../answers/add-pages.ts'
import { answerMessage } from './answer-message.ts'
import { closedAt } from '../settings/owner-rules.ts'
import { readSettings } from '../settings/settings.ts'
import { findMeaning } from '../vectors/find-meaning.ts'

type SpokenTurn = { author: 'contact' | 'bot' | 'member'; text: string }
type Asked = {
  text: string
  answered: string
  act: string
  answered_at: Date
  time_zone: string
  history: SpokenTurn[]
}

const historyLength = 6

/**
 * Sends, stores and counts nothing.
 * @throws request.not_found, also for playground answers and erased messages
 */
export async function replayAnswer(platform: Platform, caller: Caller, input: { id: string }): Promise<Replay> {
  const { workspaceId } = caller
  const { asked, settings } = await platform.db.asService(workspaceId, async tx => ({
    asked: await readAsked(tx, workspaceId, input.id),
    settings: await readSettings(tx, workspaceId),
  }))
  if (!asked) throw failure('request.not_found')
  const { knowledge, version } = await loadKnowledge(platform, workspaceId)
  const history = asked.history.map(({ author, text }) => ({
    role: author === 'contact' ? ('customer' as const) : ('bot' as const),
    text,
  }))
  const answer = answerMessage(knowledge, {
    text: asked.text,
    history,
    threshold: settings.threshold,
    today: dayOf(asked.answered_at, asked.time_zone),
    settings,
    // At the original time, so that only the knowledge differs.
    closed: closedAt(settings, asked.answered_at, asked.time_zone),
    meaning: await findMeaning(platform, workspaceId, knowledge, { text: asked.text, history }),
  })
  const { act, reply, language, confidence } = answer
  const citations = await platform.db.asService(workspaceId, tx => addPages(tx, workspaceId, answer.citations))
  return {
    now: { act, text: reply, language, confidence, citations },
    changed: act !== asked.act || reply !== asked.answered,
    knowledge_version: version,
  }
}

async function readAsked(tx: Tx, workspaceId: string, id: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    with said as (
      select m.conversation_id, m.seq, m.text from answers a
      join messages m on m.workspace_id = a.workspace_id and m.id = any(a.message_ids) and m.deleted_at is null
      where a.workspace_id = ${workspaceId} and a.id = ${id}
    ), before as (
      select author, text, seq from messages
      where workspace_id = ${workspaceId} and conversation_id = (select conversation_id from said limit 1)
        and seq < (select min(seq) from said) and deleted_at is null and author <> 'system'
      order by seq desc limit ${historyLength}
    )
    select coalesce((select string_agg(text, E'\\n' order by seq) from said), '') as text, a.text as answered, a.act, a.created_at as answered_at, w.time_zone,
      coalesce((select jsonb_agg(jsonb_build_object('author', author, 'text', text) order by seq) from before), '[]') as history
    from answers a join workspaces w on w.id = a.workspace_id
    where a.workspace_id = ${workspaceId} and a.id = ${id} and exists (select from said)`.execute(tx)
  return rows[0]
}
