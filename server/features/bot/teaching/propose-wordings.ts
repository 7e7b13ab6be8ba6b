import type { z } from 'zod'
import { foldedQuestion } from '#shared/rules/text/folded-question.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { loadKnowledge } from '#features/training/knowledge/load-knowledge.ts'
import type { Caller } from '#platform/http/caller.ts'
import { minutes } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { limit } from '#platform/limits/rate-limit.ts'
import { writeWordings } from '#server/answering/examining/write-wordings.ts'
import type { wordingsAsked } from '#shared/contracts/bot/teaching.contract.ts'
import type { ProposedWording, ProposedWordings } from '#shared/contracts/bot/teaching.results.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { areAlike, gistOf, type Gist } from '../unanswered/alike.ts'
import { askModelForWordings } from './ask-model-for-wordings.ts'
import { recentQuestions } from './recent-questions.ts'

const PROPOSALS = { max: 120, windowMs: minutes(10), burst: 40 }

const maxFromCustomers = 4
const maxTogether = 8
const maxCompared = 300
/** Weighted share of words that each question must share with the other. */
const minShared = 0.6

/** @param input.model only the language model's proposals, which take longer */
export async function proposeWordings(
  platform: Platform,
  { workspaceId, personId }: Caller,
  { question, model }: z.output<typeof wordingsAsked>,
): Promise<ProposedWordings> {
  await limit(platform, `propose wordings:${workspaceId}`, PROPOSALS)
  const { knowledge } = await loadKnowledge(platform, workspaceId)
  const seen = new Set([foldedQuestion(question)])
  const isNew = ({ text }: ProposedWording): boolean => {
    const folded = foldedQuestion(text)
    if (folded === '' || seen.has(folded) || knowledge.taughtPosition(text) !== undefined) return false
    seen.add(folded)
    return true
  }
  if (model) {
    const texts = await askModelForWordings(platform, workspaceId, `person ${personId}`, question)
    return { wordings: texts.map((text): ProposedWording => ({ text, from: 'model', surely: false })).filter(isNew) }
  }
  const recent = await platform.db.asService(workspaceId, tx => recentQuestions(tx, workspaceId, maxCompared))
  const language = languageOf(question)
  const asked = gistOf(question)
  const fromCustomers = recent.flatMap(({ text, count, answered }): ProposedWording[] => {
    const gist = gistOf(text)
    const surely = areAlike(asked, gist)
    if (!surely && (answered || !resembles(asked, gist, knowledge))) return []
    return [{ text, from: 'customers', surely, count }]
  })
  const bySen = writeWordings(question, language).map((text): ProposedWording => ({
    text,
    from: 'sen',
    surely: true,
  }))
  const first = fromCustomers
    .toSorted((a, b) => Number(b.surely) - Number(a.surely) || (b.count ?? 0) - (a.count ?? 0))
    .filter(isNew)
    .slice(0, maxFromCustomers)
  return { wordings: [...first, ...bySen.filter(isNew)].slice(0, maxTogether) }
}

function resembles(one: Gist, other: Gist, { index }: Knowledge): boolean {
  const figures = ({ terms }: Gist) => terms.filter(term => /\d/.test(term)).join(' ')
  if (one.type !== other.type || figures(one) !== figures(other)) return false
  const weightOf = (terms: string[]) => terms.reduce((sum, term) => sum + index.weight({ raw: term, term }), 0)
  const common = weightOf(one.terms.filter(term => other.terms.includes(term)))
  return common >= minShared * Math.max(weightOf(one.terms), weightOf(other.terms), Number.MIN_VALUE)
}
