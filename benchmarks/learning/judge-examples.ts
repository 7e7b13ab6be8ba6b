import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerMessage } from '#features/bot/messages/answer-message.ts'
import { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Turn } from '#features/training/search/query.ts'
import { type Day, dayOf } from '#server/answering/reading/days.ts'
import { type Evidence, evidenceOf } from '#server/answering/judging/measure-evidence.ts'
import { readShops } from '../answering/cached-shop.ts'
import {
  type BusinessQuestion,
  type BusinessSet,
  developmentFolder,
  filesOf,
  otherShops,
  otherShopsToday,
  readSets,
  smallShopsFolder,
} from '../answering/evaluation-sets.ts'
import { holdsEvidence, knowledgeOfBusiness, passagesOf } from '../answering/known-texts.ts'
import { replyIsRight } from '../answering/score-reply.ts'

export type JudgedOption = {
  shop: string
  question: string
  at: number
  right: boolean
  said: string
  weight: number
  evidence: Evidence
}

type ScoredReply = Parameters<typeof replyIsRight>[1]

type Case = { id: string; text: string; history: Turn[]; isRight: (answer: ScoredReply) => boolean }
export type Material = { shop: string; knowledge: Knowledge; cases: Case[]; weight: number; today?: Day }

/** They were written or tuned beside the program, so search does better on them than elsewhere. */
const developmentWeight = 0.3

export const today = dayOf(new Date(otherShopsToday))

export async function materialOfOthers(sets: readonly BusinessSet[]): Promise<Material[]> {
  const known = await readShops(sets)
  return sets.map(set => ({ shop: set.business.id, knowledge: known.get(set)!, cases: casesOf(set), weight: 1, today }))
}

export function developmentMaterial(): Material[] {
  const own = readSets([...filesOf(developmentFolder), ...filesOf(smallShopsFolder)]).businesses.map(set => ({
    shop: set.business.id,
    knowledge: knowledgeOfBusiness(set),
    cases: casesOf(set),
    weight: developmentWeight,
  }))
  return [...own, ...nearMisses()]
}

/** New owners have little more than one document: a shop's questions, asked of the few passages that answer every fifth of them. */
export function materialOfFew(sets: readonly BusinessSet[], whole: readonly Material[]): Material[] {
  return sets.flatMap((set, at) => {
    const { shop, knowledge, cases, today: day } = whole[at]!
    const asked = set.questions.filter(({ expect }) => expect === 'answer' || expect === 'abstain')
    return Array.from({ length: fewParts }, (_, part): Material => {
      const own = asked.filter((_question, n) => n % fewParts === part)
      const remaining = knowledge.passages.filter(({ text }) => own.some(({ gold }) => holdsEvidence(text, gold)))
      const few = remaining.filter((_passage, n) => n % fewShare === 0)
      const ids = new Set(own.map(({ id }) => id))
      return {
        shop,
        knowledge: new Knowledge(few),
        cases: cases.filter(({ id }) => ids.has(id)).map(one => ({ ...one, id: `few ${part} ${one.id}` })),
        weight: fewWorth,
        ...(day && { today: day }),
      }
    })
  })
}

const fewParts = 12
const fewShare = 2
const fewWorth = 0.3

function casesOf(set: BusinessSet): Case[] {
  return set.questions
    .filter(({ expect }) => expect === 'answer' || expect === 'abstain')
    .map((question: BusinessQuestion) => ({
      id: question.id,
      text: question.text,
      history: question.history,
      isRight: answer => replyIsRight(question, answer),
    }))
}

type NearMisses = {
  docs: { title: string; text: string }[]
  questions: { text: string; acts: string[]; says?: string; not?: string; history?: Turn[] }[]
}

function nearMisses(): Material[] {
  const folder = join(import.meta.dirname, '../../tests/data/near-miss-shops')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, parentPath }) => {
      const { docs, questions } = JSON.parse(readFileSync(join(parentPath, name), 'utf8')) as NearMisses
      const passages = docs.flatMap(({ title, text }, at) => passagesOf({ doc_id: `${name} ${at}`, title, text }))
      const cases = questions.map(({ text, acts, says: expected, not, history = [] }, at): Case => ({
        id: String(at),
        text,
        history,
        isRight: ({ act, reply }) =>
          acts.includes(act) &&
          (!expected || new RegExp(expected).test(reply)) &&
          (!not || !new RegExp(not).test(reply)),
      }))
      return { shop: name, knowledge: new Knowledge(passages), cases, weight: developmentWeight }
    })
}

export function judgedOptions({ shop, knowledge, cases, weight, today: day }: Material): JudgedOption[] {
  return cases.flatMap(one => {
    const options: JudgedOption[] = []
    let whole = ''
    answerMessage(knowledge, {
      text: one.text,
      history: one.history,
      threshold: 0.5,
      today: day,
      judge(candidate) {
        const { text } = candidate.reply
        // A message is looked up whole, then by its parts; an answer to a part is not right or wrong for the whole.
        whole ||= candidate.question.text
        if (candidate.question.text !== whole) return 0
        const evidence = evidenceOf(candidate)
        const rest = evidence['place'] === 0 ? 1 : restWorth
        const right = one.isRight({ act: 'answer', path: 'embedded', reply: text, citations: text.split('\n') })
        options.push({ shop, question: one.id, at: options.length, right, said: text, weight: weight * rest, evidence })
        return 0
      },
    })
    return options
  })
}

const restWorth = 0.5

export function otherSets(): BusinessSet[] {
  return readSets(otherShops()).businesses
}
