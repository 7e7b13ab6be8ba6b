import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import type { Tx } from '#platform/sql/database.ts'
import { maxCases } from '#shared/contracts/bot/bot.contract.ts'
import type { RegressionCase, RunDetail } from '#shared/contracts/bot/bot.results.ts'
import { type Case, type Judge, judgeCase, type Outcome } from './judge-case.ts'

export type Stored = Case & { id: string; last_right: boolean; last_act: Outcome['act']; last_reply: string }

export const isJudged = sql`last_right is not null and last_act is not null and last_reply is not null`

export async function readCases(tx: Tx, workspaceId: string, except?: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select id, question, act, expected, source_id, last_right, last_act, last_reply
    from regression_cases where workspace_id = ${workspaceId} and ${isJudged} and (ref_id is null or ref_id is distinct from ${except ?? null}::uuid)
    order by id limit ${maxCases}`.execute(tx)
  return rows
}

/** Abstain cases stay: a change that contradicts them must be confirmed first. */
export function casesBeside(cases: Stored[], questions: readonly string[]): Stored[] {
  const folded = new Set(questions.map(foldedQuestion))
  return cases.filter(({ act, question }) => act !== 'answer' || !folded.has(foldedQuestion(question)))
}

export type DroppedCase = Stored &
  Pick<RegressionCase, 'made_from' | 'ref_id'> & { created_by: string | null; created_at: string }

export async function dropCases(tx: Tx, workspaceId: string, questions: readonly string[]): Promise<DroppedCase[]> {
  const cases = await readCases(tx, workspaceId)
  const stored = new Set(casesBeside(cases, questions))
  const ids = cases.filter(one => !stored.has(one)).map(({ id }) => id)
  if (ids.length === 0) return []
  const { rows } = await sql<{ dropped: DroppedCase }>`delete from regression_cases c
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and ${isJudged} returning to_jsonb(c) as dropped`.execute(
    tx,
  )
  return rows.map(row => row.dropped)
}

/** Except questions asked again since, undone corrections, and those beyond the limit. */
export async function bringBackCases(tx: Tx, workspaceId: string, dropped: readonly DroppedCase[]): Promise<void> {
  const there = await readCases(tx, workspaceId)
  const asked = new Set(there.map(({ question }) => foldedQuestion(question)))
  const missing = dropped
    .filter(({ question }) => !asked.has(foldedQuestion(question)))
    .slice(0, Math.max(0, maxCases - there.length))
  if (missing.length === 0) return
  await sql`insert into regression_cases
      (id, workspace_id, question, act, expected, source_id, made_from, ref_id, last_right, last_act, last_reply, last_confidence, created_by, created_at)
    select c.id, ${workspaceId}, c.question, c.act, c.expected, c.source_id, c.made_from, c.ref_id, c.last_right, c.last_act, c.last_reply, c.last_confidence, c.created_by, c.created_at
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as c(id uuid, question text, act text, expected text[], source_id uuid, made_from text, ref_id uuid,
      last_right boolean, last_act text, last_reply text, last_confidence real, created_by uuid, created_at timestamptz)
    where c.made_from <> 'correction' or exists (select from answer_corrections a
      where a.workspace_id = ${workspaceId} and a.id = c.ref_id and a.undone_at is null)
    on conflict do nothing`.execute(tx)
}

export function detailOf(
  one: Pick<Stored, 'id' | 'question'>,
  before: Pick<Outcome, 'right' | 'act' | 'reply'>,
  now: Pick<Outcome, 'right' | 'act' | 'reply' | 'quotes'>,
): RunDetail | undefined {
  if (before.right === now.right && before.reply === now.reply) return undefined
  const verdict = before.right === now.right ? 'changed' : now.right ? 'better' : 'worse'
  const view = ({ act, reply }: Pick<Outcome, 'act' | 'reply'>) => ({ act, reply })
  return {
    case_id: one.id,
    question: one.question,
    verdict,
    before: view(before),
    now: { ...view(now), quotes: now.quotes },
  }
}

export type Comparison = { total: number; better: number; worse: number; changed: number; details: RunDetail[] }

export type Sides = { live: Judge; shadow: Judge }

export async function compareAnswers(
  cases: Stored[],
  { live, shadow }: Sides,
  report: (asked: number) => Promise<void> = async () => {},
): Promise<Comparison> {
  const details: RunDetail[] = []
  for (const [at, one] of cases.entries()) {
    const before = judgeCase(live, one)
    const now = judgeCase(shadow, one)
    details.push(...[detailOf(one, before, now)].filter(found => found !== undefined))
    await breathe() // lets customers' messages be answered in between
    if ((at + 1) % reportEvery === 0) await report(at + 1)
  }
  return { total: cases.length, ...countVerdicts(details), details }
}

const reportEvery = 20

export function countVerdicts(details: RunDetail[]): { better: number; worse: number; changed: number } {
  const count = (verdict: RunDetail['verdict']) => details.filter(detail => detail.verdict === verdict).length
  return { better: count('better'), worse: count('worse'), changed: count('changed') }
}
