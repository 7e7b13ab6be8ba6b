import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { days } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { Result } from '#shared/contracts/api.ts'
import { maxStarterLength } from '#shared/contracts/bot/bot-settings.contract.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

const SINCE = days(60)
const MAX_ANSWERS = 3_000
const maxStarters = 4

type Asked = { text: string; conversation_id: string | null }

/** What the chat box suggests by itself, and what customers often ask that the bot answers. */
export function readStarters(platform: Platform, { workspaceId }: Caller): Promise<Result<'GET /api/v1/bot/starters'>> {
  const since = new Date(platform.clock.now().getTime() - SINCE)
  return platform.db.asService(workspaceId, async tx => {
    const suggested = await sql<{ vi: string[]; en: string[] }>`select vi, en from private.starters
      where workspace_id = ${workspaceId}`.execute(tx)
    const asked = await sql<Asked>`select m.text, a.conversation_id from (select * from answers
        where workspace_id = ${workspaceId} and created_at > ${since} and act = 'answer' and reply_id is not null and cardinality(message_ids) = 1
        order by created_at desc limit ${MAX_ANSWERS}) a
      join messages m on m.workspace_id = a.workspace_id and m.id = a.message_ids[1] and m.deleted_at is null`.execute(
      tx,
    )
    return { suggested: suggested.rows[0] ?? { vi: [], en: [] }, asked: oftenAsked(asked.rows) }
  })
}

/** By at least two customers, most often asked first; written as the one who took the most care. */
export function oftenAsked(asked: readonly Asked[]): string[] {
  const fitting = asked
    .map(({ text, conversation_id: by }) => ({ text: oneLine(text), by }))
    .filter(({ text }) => text.length <= maxStarterLength && /\p{L}{2}/u.test(text) && !isPersonal(text))
  return [...Map.groupBy(fitting, ({ text }) => foldedQuestion(text)).values()]
    .map(same => ({
      askers: new Set(same.map(({ by }) => by)).size,
      text: same.map(({ text }) => text).toSorted((a, b) => marksOf(b) - marksOf(a))[0] ?? '',
    }))
    .filter(({ askers }) => askers > 1)
    .toSorted((a, b) => b.askers - a.askers)
    .slice(0, maxStarters)
    .map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1))
}

/** Other customers would read it. */
function isPersonal(text: string): boolean {
  return /@|https?:|(?:\d[ .-]?){8}/.test(text)
}

function marksOf(text: string): number {
  return text.normalize('NFD').length
}
