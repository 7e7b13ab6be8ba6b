import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import { publishVersions } from '#features/training/knowledge/publish-version.ts'
import { shadowKnowledge } from '#features/training/knowledge/shadow-knowledge.ts'
import { type Lesson, teachPair, teachPassage } from '#features/training/pairs/teach-answer.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes, seconds } from '#platform/clock.ts'
import type { Tx } from '#platform/sql/database.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { tooMany } from '#platform/limits/too-many-requests.ts'
import { shortened, withoutMarks } from '#server/answering/examining/write-wordings.ts'
import { dayOf } from '#server/answering/reading/days.ts'
import type { RunDetail } from '#shared/contracts/bot/bot.results.ts'
import type { teachingTried } from '#shared/contracts/bot/teaching.contract.ts'
import type { ElseChanged, TeachingPreview, TriedAsk } from '#shared/contracts/bot/teaching.results.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { questionOf } from '../drafts/improve-answer.ts'
import { makeCallSlots, type CallSlots } from '../models/call-slots.ts'
import { judgeReply, type JudgedReply } from '../regression/judge-case.ts'
import { casesBeside, detailOf, readCases, type Sides, type Stored } from '../regression/read-cases.ts'
import { readSettings } from '../settings/settings.ts'
import { gistOf } from '../unanswered/alike.ts'
import { readAsks } from '../unanswered/settle.ts'
import { type RecentQuestion, recentQuestions } from './recent-questions.ts'
import { answerCached } from './cached-answers.ts'
import { onThreadTime } from './thread-time.ts'

type Tried = z.output<typeof teachingTried>

/** Each builds an index and asks some hundred questions: a few seconds of one core at most. */
const PREVIEWS = { max: 60, windowMs: minutes(10), burst: 30 }
/** One at a time: previews share a thread with all answers. */
const atOnce = { workspace: 1, account: 1, process: 6, waitMs: seconds(10) }
const places = new WeakMap<Platform, CallSlots>()

const maxAsks = 5
const maxRecent = 200
/** Milliseconds for all questions; the rest is reported as not asked. */
const patienceMs = seconds(4)

/**
 * Teaches in a transaction that is rolled back.
 * @throws request.too_many, request.not_found, and what a pair or passage is refused for
 */
export async function previewTeaching(platform: Platform, caller: Caller, input: Tried): Promise<TeachingPreview> {
  const { workspaceId } = caller
  await limit(platform, `preview teaching:${workspaceId}`, PREVIEWS)
  const free = places.get(platform) ?? makeCallSlots(atOnce)
  places.set(platform, free)
  const release = await free.take(workspaceId, 'all')
  if (!release) throw tooMany(seconds(5))
  try {
    return await onThreadTime(platform, workspaceId, () => preview(platform, caller, input))
  } finally {
    release()
  }
}

async function preview(platform: Platform, caller: Caller, input: Tried): Promise<TeachingPreview> {
  const { workspaceId } = caller
  const { cases, settings, recent } = await platform.db.asService(workspaceId, async tx => ({
    cases: await readCases(tx, workspaceId),
    settings: await readSettings(tx, workspaceId),
    recent: await recentQuestions(tx, workspaceId, maxRecent),
  }))
  let made: { lesson: Lesson; about: string[] } | undefined
  const shadow = await shadowKnowledge(platform, workspaceId, async tx => {
    made = await teach(platform, tx, caller, input)
  })
  const live = await loadKnowledge(platform, workspaceId)
  const { lesson, about } = made!
  const today = dayOf(platform.clock.now())
  const sides: Sides = {
    live: { knowledge: live.knowledge, settings, today },
    shadow: { knowledge: shadow.knowledge, settings, today },
  }
  const isTaught = ({ reply, citations }: JudgedReply): boolean =>
    lesson.answer === null ? citations.some(one => one.passage_id === input.passage_id) : reply.includes(lesson.answer)
  const asks = waysToTry(input).map((question): TriedAsk => {
    const [before, now] = [answerCached(sides.live, question), answerCached(sides.shadow, question)]
    return { question, before: shown(before), now: shown(now), taught: isTaught(now) }
  })
  const end = performance.now() + patienceMs
  const tests = await askElse(casesBeside(cases, about), end, one => testDetail(one, sides))
  const own = new Set(about.map(foldedQuestion))
  const others = nearestFirst(
    about,
    recent.filter(({ text }) => !own.has(foldedQuestion(text))),
  )
  return { asks, tests, recent: await askElse(others, end, ({ text }, at) => recentDetail(text, at, sides)) }
}

async function teach(
  platform: Platform,
  tx: Tx,
  { workspaceId, personId: by }: Caller,
  { question, answer, passage_id: passageId, source_id: id, ...input }: Tried,
): Promise<{ lesson: Lesson; about: string[] }> {
  const asked = [
    ...(input.answer_id ? [await questionOf(tx, workspaceId, input.answer_id)] : []),
    ...(input.unanswered_id ? (await readAsks(tx, workspaceId, input.unanswered_id)).map(ask => ask.text) : []),
  ]
  const wordings = [...input.wordings, ...asked]
  const lesson = passageId
    ? await teachPassage(platform, tx, workspaceId, { question, passageId, by })
    : await teachPair(
        platform,
        tx,
        workspaceId,
        { question, answer: answer ?? '', wordings, by },
        id ? { id, known: 'refuse' } : { known: 'change' },
      )
  const { rows } = await sql<{ source_id: string; version: number }>`select id as source_id, version from sources
    where workspace_id = ${workspaceId} and id = ${lesson.source_id} and kind = 'pair'`.execute(tx)
  await publishVersions(platform, tx, workspaceId, rows)
  return { lesson, about: [question, ...wordings] }
}

function waysToTry({ question, wordings }: Tried): string[] {
  const hasty = shortened(question)
  const [first, second, ...rest] = wordings.map(one => one.trim()).filter(Boolean)
  const ways = [
    question,
    first,
    withoutMarks(question),
    second,
    hasty,
    ...rest,
    withoutMarks(hasty),
    languageOf(question) === 'vi' ? `${question} vậy shop` : `Hi, ${question}`,
  ]
  return [...new Set(ways.filter(way => way !== undefined && way !== ''))].slice(0, maxAsks) as string[]
}

/** Most likely to change first, in case time runs out. */
function nearestFirst(about: string[], questions: RecentQuestion[]): RecentQuestion[] {
  const near = new Set(about.flatMap(text => gistOf(text).terms))
  const shared = ({ text }: RecentQuestion): number => gistOf(text).terms.filter(term => near.has(term)).length
  return questions
    .map(question => ({ question, shared: shared(question) }))
    .sort((a, b) => b.shared - a.shared)
    .map(({ question }) => question)
}

async function askElse<T>(
  questions: readonly T[],
  end: number,
  ask: (question: T, at: number) => RunDetail | undefined,
): Promise<ElseChanged> {
  const details: RunDetail[] = []
  let asked = 0
  for (const [at, question] of questions.entries()) {
    if (performance.now() > end) break
    const detail = ask(question, at)
    if (detail) details.push(detail)
    asked += 1
    await breathe()
  }
  return { total: questions.length, asked, details }
}

function testDetail(one: Stored, { live, shadow }: Sides): RunDetail | undefined {
  return detailOf(
    one,
    judgeReply(answerCached(live, one.question), one),
    judgeReply(answerCached(shadow, one.question), one),
  )
}

/** A changed answer is not judged, but falling silent is worse. */
function recentDetail(question: string, at: number, { live, shadow }: Sides): RunDetail | undefined {
  const [before, now] = [answerCached(live, question), answerCached(shadow, question)]
  if (before.act === now.act && before.reply === now.reply) return undefined
  const verdict = before.act === 'answer' && now.act !== 'answer' ? 'worse' : 'changed'
  return { case_id: `recent ${at}`, question, verdict, before: shown(before), now: shown(now) }
}

function shown({ act, reply }: JudgedReply): Pick<JudgedReply, 'act' | 'reply'> {
  return { act, reply }
}
