import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldedQuestion } from '#features/training/pairs/folded-question.ts'
import type { Tx } from '#platform/sql/database.ts'
import { mostCases, type RunDetail } from '#shared/contracts/bot/bot.contract.ts'
import { type Case, type Judge, judgeCase, type Outcome } from './judge-case.ts'

export type Stored = Case & { id: string; last_right: boolean; last_act: Outcome['act']; last_reply: string }

/** @param except the correction whose own case is left out */
export async function readCases(tx: Tx, workspaceId: string, except?: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select id, question, act, expected, source_id, last_right, last_act, last_reply
    from regression_cases where workspace_id = ${workspaceId} and (ref_id is null or ref_id is distinct from ${except ?? null}::uuid)
    order by id limit ${mostCases}`.execute(tx)
  return rows
}

/** Without what was right of these questions before. That one is to be left to a person stays: whoever says otherwise is asked. */
export function casesBeside(cases: Stored[], questions: readonly string[]): Stored[] {
  const folded = new Set(questions.map(foldedQuestion))
  return cases.filter(({ act, question }) => act !== 'answer' || !folded.has(foldedQuestion(question)))
}

/** Drops what was right of these questions before: a person has said what is right now. */
export async function dropCases(tx: Tx, workspaceId: string, questions: readonly string[]): Promise<void> {
  const cases = await readCases(tx, workspaceId)
  const kept = new Set(casesBeside(cases, questions))
  const ids = cases.filter(one => !kept.has(one)).map(({ id }) => id)
  if (ids.length > 0)
    await sql`delete from regression_cases where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(tx)
}

/** How it went before and how it would go now; undefined where that is the same. */
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

/** What answers, and what would. */
export type Sides = { live: Judge; shadow: Judge }

/** Asks all cases twice, of what answers and of what would. @param tell hears how many have been asked */
export async function compareAnswers(
  cases: Stored[],
  { live, shadow }: Sides,
  tell: (asked: number) => Promise<void> = async () => {},
): Promise<Comparison> {
  const details: RunDetail[] = []
  for (const [at, one] of cases.entries()) {
    const before = judgeCase(live, one)
    const now = judgeCase(shadow, one)
    details.push(...[detailOf(one, before, now)].filter(found => found !== undefined))
    await breathe() // customers who write meanwhile are answered in between
    if ((at + 1) % tellEvery === 0) await tell(at + 1)
  }
  return { total: cases.length, ...countVerdicts(details), details }
}

const tellEvery = 20

export function countVerdicts(details: RunDetail[]): { better: number; worse: number; changed: number } {
  const count = (verdict: RunDetail['verdict']) => details.filter(detail => detail.verdict === verdict).length
  return { better: count('better'), worse: count('worse'), changed: count('changed') }
}
