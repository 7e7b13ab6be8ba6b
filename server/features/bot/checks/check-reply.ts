import { z } from 'zod'
import { isStopWord } from '#features/training/language/stop-words.ts'
import { words } from '#features/training/language/tokens.ts'
import { cleanText, fold } from '#shared/rules/text/fold.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { isRegistered } from '#shared/rules/website/website-domain.ts'
import type { Language } from '#shared/words.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import type { Sent } from '../answers/material.ts'
import type { Prompt } from '../language-model/prompt.ts'
import { factsIn } from './facts.ts'
import { findQuote } from './find-quote.ts'
import { instructs } from './instructions.ts'
import { unproven } from './number-lock.ts'

const maxReplyLength = 900
const maxGreetingLength = 240
const maxCitations = 40
const maxUnanswered = 8

export const modelReply = z.object({
  act: z.enum(['answer', 'clarify', 'smalltalk', 'abstain', 'handoff', 'refuse']),
  language: z.enum(['vi', 'en']),
  reply: z.string().max(20_000),
  citations: z.array(z.object({ chunk: z.string().max(40), quote: z.string().max(4_000) })).max(maxCitations),
  confidence: z.number().min(0).max(1),
  standalone_question: z.string().max(2_000).optional().default(''),
  unanswered: z.array(z.string().max(2_000)).max(maxUnanswered).optional().default([]),
})
export type ModelReply = z.output<typeof modelReply>

export type CheckedReply = { reply: string; citations: Citation[] }
/** `detail` may be shown to the reply's author. */
export type Refused = { wrong: string; detail?: string }

export type Circumstances = {
  prompt: Prompt
  language: Language
  text: string
  earlier?: string[]
  shop: string
  domains: string[]
}

/** Judges a model's reply without asking any model; a single violation rejects all of it. */
export function checkReply(written: ModelReply, around: Circumstances): CheckedReply | Refused {
  const reply = cleanText(written.reply).trim()
  const leak = leakIn(
    [written.reply, written.standalone_question, ...written.unanswered, ...written.citations.map(({ quote }) => quote)],
    around.prompt,
  )
  if (leak) return { wrong: leak }
  if (!isWordedByModel(written.act)) return { reply: '', citations: [] }
  const form = formOf(reply, written, around.language)
  if (form) return { wrong: form }
  const citations: Citation[] = []
  const cited = new Map<string, Sent>()
  for (const { chunk, quote } of written.citations) {
    const sent = around.prompt.material.get(chunk)
    if (!sent) return { wrong: 'chunk not sent' }
    const citation = placeOf(sent, quote)
    if (!citation && !isHeading(sent, quote)) return { wrong: 'quote not found' }
    if (citation) citations.push(citation)
    cited.set(chunk, sent)
  }
  if (citations.length === 0 && written.act === 'answer') return { wrong: 'no citation' }
  if (written.act === 'smalltalk' && reply.length > maxGreetingLength) return { wrong: 'length' }
  const texts = [...cited.values()].flatMap(textsOf)
  const theirs = factsIn(texts.join('\n')).links
  if ([...factsIn(reply).links].some(link => !isOurs(link, around.domains) && !theirs.has(link)))
    return { wrong: 'foreign link' }
  const sources = new Set([...cited.values()].map(({ passage }) => passage.source_id))
  const sent = [...around.prompt.material.values()]
  const documents = sent.filter(({ passage }) => sources.has(passage.source_id)).flatMap(textsOf)
  const customer = [around.text, ...(around.earlier ?? [])].filter(text => !instructs(text)).join('\n')
  const isKnownName = (name: string): boolean => namesOf(around.prompt).has(name)
  const loose = unproven(reply, { cited: [around.shop, ...texts], customer, around: documents, isKnownName })
  if (loose[0]) return { wrong: `not proven: ${loose[0].split(' ')[0]}`, detail: loose.join(', ') }
  const ground = written.act === 'answer' ? [...texts, ...documents, around.text] : []
  if (ground.length && supportOf(reply, around.language, ground) < minSupport) return { wrong: 'other words' }
  return { reply, citations }
}

/** The model's own estimate, slightly lower if its first reply failed; 0 if no reply passed. */
export function finalConfidence(stated: number, checked: boolean, again: boolean): number {
  return checked ? Math.max(0, stated - (again ? 0.05 : 0)) : 0
}

export function isWordedByModel(act: ModelReply['act']): act is 'answer' | 'clarify' | 'smalltalk' {
  return act === 'answer' || act === 'clarify' || act === 'smalltalk'
}

function textsOf({ passage, text }: Sent): string[] {
  return [passage.title, passage.heading, text]
}

const names = new WeakMap<Prompt, Set<string>>()

function namesOf(prompt: Prompt): Set<string> {
  const known = names.get(prompt)
  if (known) return known
  const made = new Set(
    [...prompt.material.values()].flatMap(textsOf).flatMap(text => fold(cleanText(text)).match(/\p{L}+/gu) ?? []),
  )
  names.set(prompt, made)
  return made
}

function formOf(reply: string, { act, language }: ModelReply, wanted: Language): string | undefined {
  if (reply === '' || reply.length > maxReplyLength) return 'length'
  if (/<\/?[a-z!][^>]*>|!\[|\]\(|```/i.test(reply)) return 'markup'
  if (
    /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\s\p{Script=Inherited}]/u.test(
      reply.replace(/\p{Extended_Pictographic}/gu, ''),
    )
  )
    return 'foreign letters'
  if (language !== wanted) return 'language'
  if ((reply.match(/\p{L}{2,}/gu)?.length ?? 0) >= 4 && languageOf(reply) !== wanted) return 'language'
  if (act === 'clarify' && !reply.includes('?')) return 'no question'
  return undefined
}

function leakIn(texts: string[], { canary, token, system }: Prompt): string | undefined {
  const secret = bare(canary)
  const marks = bare(token)
  const turned = [...secret].reverse().join('')
  const encoded = [Buffer.from(canary).toString('base64').replace(/=+$/, ''), Buffer.from(canary).toString('hex')]
  const rules = bare(system)
  for (const text of texts) {
    const plain = bare(text)
    if (
      plain.includes(secret) ||
      plain.includes(marks) ||
      plain.includes(turned) ||
      encoded.some(code => plain.includes(bare(code)))
    )
      return 'leak'
    for (let at = 0; at + 40 <= plain.length; at += 20) if (rules.includes(plain.slice(at, at + 40))) return 'leak'
  }
  return undefined
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

function placeOf({ passage, text }: Sent, quote: string): Citation | undefined {
  if (instructs(quote) || !findQuote(text, quote)) return undefined
  const found = findQuote(passage.text, quote)
  if (!found) return undefined
  // Later parts of a long table begin with repeated column names, which are not part of the range.
  const repeated = passage.text.length - (passage.end - passage.start)
  const start = Math.max(found.start, repeated)
  if (start >= found.end) return undefined
  return {
    source_id: passage.source_id,
    passage_id: passage.id,
    title: passage.title,
    quote: passage.text.slice(start, found.end),
    start: passage.start + start - repeated,
    end: passage.start + found.end - repeated,
  }
}

/** Title and heading may be quoted although they are not in the passage's text, but need another quote that is. */
function isHeading({ passage }: Sent, quote: string): boolean {
  return !instructs(quote) && [passage.title, passage.heading].some(text => findQuote(text, quote) !== undefined)
}

function isOurs(link: string, domains: string[]): boolean {
  const [host = ''] = link.split(/[/:?#]/)
  return ['', 'www.'].some(www => isRegistered(`https://${www}${host}`, domains))
}

const minSupport = 0.5

function supportOf(reply: string, language: Language, texts: string[]): number {
  const content = words(reply).filter(word => word.length > 1 && !isStopWord(word, language))
  if (content.length < 4 || languageOf(texts.join('\n')) !== language) return 1
  const known = new Set(texts.flatMap(text => words(text)).map(word => fold(word)))
  return content.filter(word => known.has(fold(word))).length / content.length
}
