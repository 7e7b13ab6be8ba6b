import type { askBody } from '#shared/contracts/bot/bot.api.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { dayOf } from '#server/answering/reading/days.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { nextOpening } from '#shared/rules/time/business-hours.ts'
import { introducing } from '#shared/rules/bot/introduction.ts'
import { answerAsked } from './answer-asked.ts'
import { saveAnswer } from './save-answer.ts'
import { closedAt } from '../settings/owner-rules.ts'
import { readSettings, settingsOf } from '../settings/settings.ts'

/** The playground: the same path as for customers, without sending or counting. */
export async function ask(platform: Platform, caller: Caller, input: z.output<typeof askBody>) {
  const { workspaceId } = caller
  const now = platform.clock.now()
  const { saved, shop, timeZone } = await platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{
      name: string
      time_zone: string
    }>`select name, time_zone from workspaces where id = ${workspaceId}`.execute(tx)
    return {
      saved: await readSettings(tx, workspaceId),
      shop: rows[0]?.name ?? '',
      timeZone: rows[0]?.time_zone ?? 'UTC',
    }
  })
  const settings = settingsOf(input.settings, saved)
  const shut = { opens: settings.hours && nextOpening(settings.hours, now, timeZone) }
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const started = performance.now()
  const asked = {
    text: input.text,
    history: input.history,
    threshold: settings.threshold,
    today: dayOf(now, timeZone),
    settings,
    closed: input.hours === 'closed' ? shut : input.hours === 'open' ? null : closedAt(settings, now, timeZone),
  }
  const answer = await answerAsked(platform, {
    workspaceId,
    visitor: `person ${caller.personId}`,
    shop,
    knowledge,
    asked,
  })
  const id = newId()
  const ms = Math.round(performance.now() - started)
  await platform.db.asService(workspaceId, async tx => saveAnswer(tx, workspaceId, answer, { id, at: now, ms }))
  const { act, reply, language, citations, confidence, path, retrieved, trace } = answer
  const searched = { retrieved: retrieved.length, passages: knowledge.passages.length }
  const begins = settings.introduces && !input.history.some(turn => turn.role === 'bot')
  const introduced = begins ? introducing(reply, settings, language, act === 'smalltalk') : null
  return { act, reply, introduced, language, citations, confidence, answer_id: id, path, ms, trace, searched }
}
