import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { dayOf } from '#server/answering/reading/days.ts'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Tx } from '#platform/sql/database.ts'
import { failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { maxCases, type newCase } from '#shared/contracts/bot/bot.contract.ts'
import type { RegressionCase } from '#shared/contracts/bot/bot.results.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import type { Act } from '#shared/words.ts'
import { checkAgainLater } from '../gate/check-again.ts'
import { readSettings } from '../settings/settings.ts'
import { type Case, judgeCase } from './judge-case.ts'
import { isJudged } from './read-cases.ts'

type Made = Case & { made_from: 'owner' | 'correction' | 'liked'; ref_id: string | null; by: string | null }

export const caseColumns = sql`id, question, act, expected, source_id, made_from, ref_id, last_right, last_act, last_reply`

/** @throws request.not_found, training.cases_reached */
export async function addCase(
  platform: Platform,
  caller: Caller,
  input: z.output<typeof newCase>,
): Promise<RegressionCase> {
  const { workspaceId } = caller
  const by = caller.personId || null
  const made: Made =
    'answer_id' in input
      ? { ...(await likedAnswer(platform, workspaceId, input.answer_id)), by }
      : { ...wanted(input), source_id: null, made_from: 'owner', ref_id: null, by }
  return saveCase(platform, workspaceId, made)
}

/** Each correction is a case until it is undone. Idempotent. */
export async function saveCorrectionCase(platform: Platform, event: EventCatalogue['answer.corrected']): Promise<void> {
  const { workspace_id: workspaceId, correction_id: id } = event
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ question: string; source_id: string; created_by: string | null; undone: boolean; full: boolean }>`
      select question, source_id, created_by, undone_at is not null as undone,
        (select count(*) from regression_cases where workspace_id = ${workspaceId}) >= ${maxCases} as full
      from answer_corrections where workspace_id = ${workspaceId} and id = ${id}`.execute(tx),
  )
  const [correction] = rows
  if (!correction) return
  if (correction.undone) return removeWhere(platform, workspaceId, sql`ref_id = ${id}`)
  if (correction.full) return
  const { question, source_id, created_by: by } = correction
  const taught: Made = { question, source_id, act: 'answer', expected: [], made_from: 'correction', ref_id: id, by }
  await saveCase(platform, workspaceId, taught)
}

export async function removeCase(platform: Platform, { workspaceId }: Caller, input: { id: string }): Promise<void> {
  await removeWhere(platform, workspaceId, sql`id = ${input.id}`)
}

/**
 * The same question must keep quoting the same passages.
 * @throws as `addCase`
 */
export function likeAnswer(platform: Platform, caller: Caller, input: { id: string }): Promise<RegressionCase> {
  return addCase(platform, caller, { answer_id: input.id })
}

export async function unlikeAnswer(platform: Platform, { workspaceId }: Caller, input: { id: string }): Promise<void> {
  await removeWhere(platform, workspaceId, sql`ref_id = ${input.id} and made_from = 'liked'`)
}

async function removeWhere(platform: Platform, workspaceId: string, which: RawBuilder<unknown>): Promise<void> {
  await platform.db.asService(workspaceId, async tx => {
    const { rows } =
      await sql`delete from regression_cases where workspace_id = ${workspaceId} and ${which} returning id`.execute(tx)
    if (rows.length > 0) await checkAgainLater(platform, tx, { workspace_id: workspaceId })
  })
}

function wanted({ question, act, expected }: { question: string; act: Act; expected?: string | undefined }) {
  return { question, act, expected: expected === undefined ? [] : [expected] }
}

/** Run at once, so that the next change has a baseline. */
async function saveCase(platform: Platform, workspaceId: string, made: Made): Promise<RegressionCase> {
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  return platform.db.asService(workspaceId, async tx => {
    await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
    const known = await findByRef(tx, workspaceId, made.ref_id)
    if (known) return known
    const equal = await equalCases(tx, workspaceId, made.question)
    // A reply that a person wrote or taught counts more than a liked one.
    const stays = equal.find(one => one.made_from !== 'liked')
    if (made.made_from === 'liked' && stays) return stays
    const ids = equal.filter(one => made.made_from === 'owner' || one.act === 'answer').map(one => one.id)
    await sql`delete from regression_cases where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(tx)
    const { rows: counted } = await sql<{ full: boolean }>`select count(*) >= ${maxCases} as full from regression_cases
      where workspace_id = ${workspaceId}`.execute(tx)
    if (counted[0]?.full) throw failure('training.cases_reached')
    const { right, act, reply, confidence } = judgeCase(
      { knowledge, settings: await readSettings(tx, workspaceId), today: dayOf(platform.clock.now()) },
      made,
    )
    const { rows } = await sql<RegressionCase>`insert into regression_cases
        (id, workspace_id, question, act, expected, source_id, made_from, ref_id, last_right, last_act, last_reply, last_confidence, created_by, created_at)
      values (${newId()}, ${workspaceId}, ${made.question}, ${made.act}, ${made.expected}::text[], ${made.source_id}, ${made.made_from}, ${made.ref_id},
        ${right}, ${act}, ${reply}, ${confidence}, ${made.by}, ${platform.clock.now()}) returning ${caseColumns}`.execute(
      tx,
    )
    await checkAgainLater(platform, tx, { workspace_id: workspaceId })
    return rows[0]!
  })
}

async function equalCases(tx: Tx, workspaceId: string, question: string): Promise<RegressionCase[]> {
  const { rows } = await sql<RegressionCase>`select ${caseColumns} from regression_cases
    where workspace_id = ${workspaceId} and ${isJudged} order by id`.execute(tx)
  return rows.filter(one => foldedQuestion(one.question) === foldedQuestion(question))
}

async function findByRef(tx: Tx, workspaceId: string, ref: string | null): Promise<RegressionCase | undefined> {
  if (ref === null) return undefined
  const { rows } = await sql<RegressionCase>`select ${caseColumns} from regression_cases
    where workspace_id = ${workspaceId} and ref_id = ${ref} and ${isJudged}`.execute(tx)
  return rows[0]
}

async function likedAnswer(platform: Platform, workspaceId: string, id: string): Promise<Omit<Made, 'by'>> {
  const { rows } = await platform.db.asService(workspaceId, tx =>
    sql<{ question: string | null; citations: { quote: string }[] }>`select a.citations,
        (select string_agg(m.text, ' ' order by m.seq) from messages m
          where m.workspace_id = a.workspace_id and m.id = any(a.message_ids) and m.deleted_at is null) as question
      from answers a where a.workspace_id = ${workspaceId} and a.id = ${id} and a.act = 'answer'`.execute(tx),
  )
  const [liked] = rows
  if (!liked?.question || liked.citations.length === 0) throw failure('request.not_found')
  const expected = liked.citations.map(({ quote }) => quote)
  return { question: liked.question, act: 'answer', expected, source_id: null, made_from: 'liked', ref_id: id }
}
