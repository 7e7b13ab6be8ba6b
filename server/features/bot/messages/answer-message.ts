import type { Found, FoundUnit } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import { type BotSettings, defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { type BotTexts, botTexts } from '#shared/texts/bot/bot-texts.ts'
import type { Language } from '#shared/words.ts'
import { unproven } from '../checks/number-lock.ts'
import { alikeRows, chooseUnits, maxCharacters, maxUnits, nameOf } from '../quotes/choose-units.ts'
import type { Citation } from '#shared/contracts/bot/bot.results.ts'
import { citationOf, composeReply, quotedUnits, translationOf } from '../answers/compose.ts'
import { defaultThreshold } from '../error-rate/development-rates.ts'
import type { FactAnswer } from '../answers/facts-of.ts'
import { questionAlone } from '../settings/customer-contacts.ts'
import { askedOnly, placesOf } from '../quotes/quote-units.ts'
import { offLimits, customReply, type Ruled, ruleFor, withClosed } from '../settings/owner-rules.ts'
import { foundPassages, readable, seek, type Sought } from '../answers/seek.ts'
import { leftLines, splitQuestions } from '../understanding/split-questions.ts'
import { understand, type Understood } from '../understanding/understand.ts'
import { taughtAnswer } from '../answers/taught-answer.ts'
import { factTrace, rounded, traceOf } from '../answers/trace-answer.ts'
import type { Answer, Asked } from './asked-answer.ts'

/** Deterministic: the same input gives the same answer. */
export function answerMessage(knowledge: Knowledge, asked: Asked): Answer {
  const text = readable(asked.text)
  const settings = { ...defaultSettings, ...asked.settings }
  const closed = asked.closed ?? null
  const read = understand(text)
  const understood = settings.language_policy === 'customer' ? read : { ...read, language: settings.language_policy }
  const ruled = ruleFor(text, understood, settings, closed)
  if (ruled) return byRule(blank(understood), ruled)
  // Taught questions count as questions even if they read like small talk; a request for a person goes first.
  const isTaught = teachableRoutes.has(understood.route) && knowledge.taughtPosition(text) !== undefined
  const answer =
    understood.route === 'question' || isTaught
      ? fromKnowledge(knowledge, questionAlone(text, read.contacts), understood, asked, settings)
      : spoken(understood, settings)
  const unsaid = answer.citations.length ? offLimits(answer.reply, answer.language, settings, closed) : null
  if (unsaid) return byRule(answer, unsaid)
  if (answer.act !== 'handoff' && !(answer.act === 'abstain' && settings.hand_over_unsure)) return answer
  return { ...answer, reply: withClosed(answer.reply, botTexts(answer.language, settings.tone), closed) }
}

const teachableRoutes: ReadonlySet<string> = new Set(['smalltalk', 'contact'] satisfies Understood['route'][])

function byRule(answer: Omit<Answer, 'act' | 'reply' | 'confidence' | 'trace'>, { rule, ...words }: Ruled): Answer {
  return { ...answer, ...words, citations: [], left: [], choices: [], confidence: 1, trace: { route: words.act, rule } }
}

function fromKnowledge(
  knowledge: Knowledge,
  text: string,
  understood: Understood,
  asked: Asked,
  settings: BotSettings,
): Answer {
  const texts = botTexts(understood.language, settings.tone)
  const threshold = asked.threshold ?? settings.threshold ?? defaultThreshold
  const { history, meaning, today, judge } = asked
  const { language } = understood
  const { synonyms } = settings
  const isProven = (fact: FactAnswer): boolean => hasProof(knowledge, fact, text)
  const search = { history, threshold, synonyms, meaning, today, judge, language, texts, isProven }
  const sought = seek(knowledge, text, search)
  const sure = sought.filter(one => one.confidence >= threshold && one.found.units.length > 0)
  const [first = sought[0]!] = sure
  const answer: Answer = {
    ...blank(understood),
    act: 'abstain',
    reply:
      customReply(settings, 'fallback', understood.language) ??
      (settings.hand_over_unsure ? texts.abstain : texts.abstainAlone),
    confidence: rounded(Math.max(...sought.map(one => one.confidence))),
    question_type: first.found.type,
    retrieved: retrievedOf(knowledge, first, sought),
    left: partsOf(text),
    trace: {
      ...traceOf(sought, threshold),
      ...factTrace(sure),
      ...(sought.length === 1 && first.taught ? { taught: true } : {}),
    },
  }
  const options = sought.length === 1 && !sure[0]?.fact ? alikeRows(first.whole) : []
  if (!sure.length && !options.length) return answer
  const facts = options.length ? undefined : factReply(sure, sought, texts, settings)
  const composed: Pick<Answer, 'act' | 'reply' | 'citations' | 'confidence' | 'left'> & Partial<Answer> = options.length
    ? { ...answer, act: 'clarify', left: [], ...whichOne(knowledge, first.whole, options, texts) }
    : {
        act: 'answer',
        left: sought.filter(one => !sure.includes(one)).map(one => one.question),
        confidence: rounded(Math.min(...sure.map(one => one.confidence))),
        ...(facts ?? quote(knowledge, sure, sought, understood.language, settings)),
      }
  const loose = facts ? [] : unproven(composed.reply, { cited: [...textsOf(knowledge, composed.citations), text] })
  return loose.length ? { ...answer, trace: { ...answer.trace, loose } } : { ...answer, ...composed }
}

function textsOf(knowledge: Knowledge, citations: Citation[]): string[] {
  return knowledge
    .positionsOf(citations.map(({ passage_id: id }) => id))
    .map(position => knowledge.passages[position]!)
    .flatMap(({ title, heading, text }) => [title, heading, text])
}

function factReply(
  sure: readonly Sought[],
  sought: readonly Sought[],
  texts: BotTexts,
  { hand_over_unsure: callsPerson }: BotSettings,
): Pick<Answer, 'reply' | 'citations'> | undefined {
  const facts = sure.flatMap(({ fact }) => fact ?? [])
  const [first] = facts
  if (!first || facts.length < sure.length) return undefined
  const unknown = sought.filter(one => !sure.includes(one)).map(one => one.question)
  const reply = facts.length === 1 ? first.reply : [texts.several, ...facts.map(({ text }) => `• ${text}`)].join('\n')
  return {
    reply: [reply, ...leftLines(unknown, texts, callsPerson)].join('\n'),
    citations: facts.flatMap(({ citations }) => citations),
  }
}

/** The multiplier of a table's figures may be stated at the beginning of its document. */
function hasProof(knowledge: Knowledge, { reply, citations, own }: FactAnswer, text: string): boolean {
  const around = knowledge.passagesOf(citations.map(({ source_id: id }) => id)).map(({ text }) => text)
  const quoted = own ? reply.replace(own, '') : reply
  return unproven(quoted, { cited: [...textsOf(knowledge, citations), text], around }).length === 0
}

function partsOf(text: string): string[] {
  const questions = splitQuestions(text)
  return questions.length > 1 ? [...questions] : []
}

function quote(
  knowledge: Knowledge,
  sure: Sought[],
  sought: Sought[],
  language: Language,
  { tone, hand_over_unsure: callsPerson }: BotSettings,
): Pick<Answer, 'reply' | 'citations'> {
  const own = taughtAnswer(knowledge, sought)
  if (own) return own
  const unknown = sought.filter(one => !sure.includes(one)).map(one => one.question)
  const rest = leftLines(unknown, botTexts(language, tone), callsPerson)
  const maxLength = maxCharacters - 90 - rest.join('\n').length
  const chosen = sure.map(({ found, question }, i) => ({
    question,
    found,
    units:
      sure.length === 1
        ? chooseUnits(found, maxLength)
        : chooseUnits(found, maxLength / sure.length, shareOf(i, sure.length)),
  }))
  const seen = new Set<string>()
  const quoted = chosen
    .flatMap(({ found, units, question }) =>
      askedOnly(quotedUnits(knowledge, found, units), question, found.type === 'money'),
    )
    .filter(
      ({ unit: { unit }, passage: { id } }) => !seen.has(`${id} ${unit.start}`) && seen.add(`${id} ${unit.start}`),
    )
  const citations = placesOf(quoted, sure)
  const ownWords = composeReply(quoted, language, tone)
  const translation = translationOf(quoted, language, tone)
  const both = [ownWords, translation, ...rest].join('\n')
  const isProven = translation !== null && !unproven(both, { cited: textsOf(knowledge, citations) }).length
  return { reply: isProven && both.length <= maxCharacters ? both : [ownWords, ...rest].join('\n'), citations }
}

function shareOf(at: number, questions: number): number {
  return Math.max(1, Math.floor(maxUnits / questions) + Number(at < maxUnits % questions))
}

function whichOne(
  knowledge: Knowledge,
  found: Found,
  rows: FoundUnit[],
  texts: BotTexts,
): Pick<Answer, 'reply' | 'citations' | 'choices'> {
  const named = new Map(rows.map(row => [nameOf(row)!, row]))
  const names = [...named.keys()].slice(0, 4)
  const citations = quotedUnits(
    knowledge,
    found,
    names.map(name => named.get(name)!),
  ).map(citationOf)
  const options = names.length > 1 ? `${names.slice(0, -1).join(', ')} ${texts.or} ${names.at(-1)}` : names.join('')
  return { reply: texts.clarify.replace('{options}', () => options), citations, choices: names }
}

function spoken(understood: Understood, settings: BotSettings): Answer {
  const texts = botTexts(understood.language, settings.tone)
  const { route, tone } = understood
  const own = tone === 'greeting' ? customReply(settings, 'greeting', understood.language) : null
  const replies: Record<Exclude<Understood['route'], 'question'>, string> = {
    smalltalk: own ?? texts[tone].replaceAll('{name}', () => settings.name),
    handoff: understood.sentiment.score <= -0.4 ? texts.handoffSorry : texts.handoff,
    contact: texts.contact,
    refuse: texts.refuse,
  }
  const act = route === 'question' ? 'abstain' : route
  return {
    ...blank(understood),
    act,
    reply: route === 'question' ? texts.abstain : replies[route],
    confidence: 1,
    trace: { route },
  }
}

function blank({ language, contacts, sentiment }: Understood): Omit<Answer, 'act' | 'reply' | 'confidence' | 'trace'> {
  return {
    language,
    citations: [],
    contacts,
    sentiment,
    question_type: 'other',
    retrieved: [],
    left: [],
    choices: [],
    path: 'embedded',
  }
}

function retrievedOf(knowledge: Knowledge, first: Sought, sought: Sought[]): Answer['retrieved'] {
  const inTurn = [first, ...sought.filter(one => one !== first)]
  return foundPassages(inTurn)
    .slice(0, 10)
    .map(({ position, rank }) => {
      const { id, source_id, text } = knowledge.passages[position]!
      return { passage_id: id, source_id, score: rounded(rank), text }
    })
}
