import type { MeasuredUnit } from '#features/training/search/candidates.ts'
import type { Found, FoundUnit } from '#features/training/search/find-passages.ts'
import type { Knowledge } from '#features/training/knowledge/knowledge.ts'
import type { Turn } from '#features/training/search/query.ts'
import { remembered } from '#server/answering/reading/read-once.ts'
import { spelledOut } from '#features/training/language/spell-out.ts'
import { isStop, isStopWord, wordWorth } from '#features/training/language/stop-words.ts'
import { tokens } from '#features/training/language/tokens.ts'
import type { Day } from '#server/answering/reading/days.ts'
import type { AskedWord, Candidate, Named, Shop } from '#server/answering/judging/candidate.ts'
import { measureKinds } from '#server/answering/judging/measure-kinds.ts'
import type { FactAnswer } from '../answers/facts-of.ts'
import { chooseUnits, nameOf } from '../quotes/choose-units.ts'
import { quotedUnits } from '../answers/compose.ts'
import { leadOf, sumOf } from '../answers/confidence.ts'
import { askedPart } from '#server/answering/composing/asked-part.ts'
import { askedOnly } from '../quotes/quote-units.ts'
import { asksPersonalCase } from './understand.ts'

export type Option = { found: Found; candidate: Candidate; fact?: FactAnswer }

const maxLines = 6
const maxWide = 3
const maxRivals = 6
/** Never the answer when this far below the best line's score. */
const farBelow = 8

export function optionsOf(
  knowledge: Knowledge,
  found: Found,
  question: string,
  turns: readonly Turn[],
  { facts, today }: { facts: readonly FactAnswer[]; today?: Day | undefined },
): Option[] {
  const [best] = found.units
  if (!best) return []
  const shop = shopOf(knowledge)
  const context = {
    knowledge,
    question,
    turns,
    year: today === undefined ? undefined : Number(today.slice(0, 4)),
    all: found,
    shop,
    value: facts.find(({ kind }) => kind === 'value'),
    statement: facts.find(({ kind }) => kind === 'statement'),
  }
  const seen = new Set<string>()
  const lines: FoundUnit[] = []
  for (const unit of found.units) {
    if (lines.length === maxLines || unit.score < best.score - farBelow) break
    if (seen.has(unit.unit.text) || isExample(unit.unit.text)) continue
    seen.add(unit.unit.text)
    lines.push(unit)
  }
  const quotes = lines.flatMap((unit, place) => {
    const options = [optionOf(context, { ...found, units: [unit] })]
    const part = partOf(unit, found, shop)
    if (part) options.push(optionOf(context, { ...found, units: [part] }))
    if (place < maxWide && !showsValue(found.type, unit)) {
      const wide = optionOf(context, startingWith(found, unit))
      if (wide.candidate.reply.lines > 1 && measureKinds(wide.candidate).valuesBeside === 0) options.push(wide)
    }
    return options
  })
  return [...facts.flatMap(fact => factOption(context, fact) ?? []), ...quotes]
}

/** An example tells what happened to somebody; it is not a rule. */
function isExample(text: string): boolean {
  return /^[^\p{L}]*(?:ví dụ|vd|for example|example|e\.g)(?!\p{L})/iu.test(text)
}

const values: ReadonlySet<Found['type']> = new Set(['money', 'time', 'duration', 'number', 'percent', 'phone', 'date'])

function showsValue(type: Found['type'], unit: FoundUnit): boolean {
  return values.has(type) && unit.measures.type === 1
}

/** Unless the search found its passage, nothing tells whether the fact is meant. */
function factOption(context: Context, fact: FactAnswer): Option | undefined {
  const { all, knowledge } = context
  const unit = all.units.find(({ passage, unit: line }) => restsOn(knowledge, all, passage, line, fact))
  if (!unit) return undefined
  const factUnit = { ...unit, unit: { ...unit.unit, text: fact.text } }
  const option = optionOf(context, { ...all, units: [factUnit] }, fact)
  return { ...option, fact }
}

function restsOn(
  knowledge: Knowledge,
  { passages }: Found,
  passage: number,
  { start, end }: FoundUnit['unit'],
  { citations }: FactAnswer,
): boolean {
  const { id, text } = knowledge.passages[passages[passage]!.position]!
  const own = citations.filter(place => place.passage_id === id)
  if (own.length === 0) return false
  const line = text.slice(start, end)
  return own.some(({ quote }) => quote.includes(line) || line.includes(quote))
}

/** "Gói A 200k, gói B 300k": the part with the value that was asked for. */
function partOf(unit: FoundUnit, { measure }: Found, shop: Shop): FoundUnit | undefined {
  if (unit.unit.row) return undefined
  const meant = measure.query.tokens.filter((token, at) => !isStop(token) && !measure.query.asking.has(at))
  const text = askedPart(unit.unit.text, new Set(meant.map(({ term }) => term)), shop)
  return text === undefined ? undefined : { ...unit, unit: { ...unit.unit, text } }
}

function startingWith(found: Found, unit: FoundUnit): Found {
  if (found.units[0] === unit) return found
  const rest = found.units.filter(one => one !== unit && (one.passage === unit.passage || one.score <= unit.score))
  return { ...found, units: [unit, ...rest] }
}

type Context = {
  knowledge: Knowledge
  question: string
  turns: readonly Turn[]
  year: number | undefined
  all: Found
  shop: Shop
  value: FactAnswer | undefined
  statement: FactAnswer | undefined
}

function optionOf(context: Context, found: Found, fact?: FactAnswer): Option {
  const { knowledge, question, turns, year, all, shop, value, statement } = context
  const quoted = quotedUnits(knowledge, found, chooseUnits(found))
  const { measure, passages, type } = found
  const { query } = measure
  const best = found.units[0]!
  const passage = passages[best.passage]!
  const known = knowledge.passages[passage.position]!
  const chosen = quoted.map(({ unit }) => unit)
  const shown = fact ? quoted : askedOnly(quoted, question, type === 'money')
  const line = passage.units.find(one => one.unit.start === best.unit.start) ?? best
  const whole = new Set(passage.units.map(({ unit }) => unit.text))
  const others = passage.units.filter(one => one.unit.start !== best.unit.start)
  const words = query.tokens.map((token, at): AskedWord => ({
    term: token.term,
    rarity: knowledge.index.weight(token),
    worth: isStop(token) || query.asking.has(at) ? 0 : wordWorth(token),
    isUnknown: measure.unknown.has(at),
    reply: Math.max(...chosen.map(({ cover }) => cover[at]!)),
    line: best.cover[at]!,
    headings: passage.headingCover[at]!,
    passage: passage.cover[at]!,
    siblings: Math.max(0, ...others.map(({ cover }) => cover[at]!)),
    elsewhere: Math.max(
      0,
      ...passages.flatMap(one => (one === passage ? [] : [Math.max(one.cover[at]!, one.headingCover[at]!)])),
    ),
  }))
  const lead = leadOf(found, best, passage)
  const opinion = (fact?.kind === 'value' ? fact : value) ?? null
  const first = all.units[0]!
  const total = all.units.reduce((sum, { score }) => sum + Math.exp(score - first.score), 0)
  const candidate: Candidate = {
    question: {
      text: spelledOut(question, query.language),
      wanted: type,
      language: query.language,
      words,
      meant: new Set([...query.tokens, ...query.alternatives.flatMap(other => other.tokens)].map(({ term }) => term)),
      before: turns.map(({ text }) => text),
      year,
      isOwnCase: asksPersonalCase(question),
    },
    reply: {
      text: shown.map(({ unit }) => unit.unit.text).join('\n'),
      line: line.unit.text,
      name: namedBy(line),
      isRow: best.unit.row,
      isNarrowed: shown.some(one => !whole.has(one.unit.unit.text)),
      lines: shown.length,
      isForeign: passage.measures.foreign === 1,
    },
    headings: known.heading.split(/\s*[>›]\s*|\n/u).toReversed(),
    title: known.title,
    passage: known.text,
    siblings: others.flatMap(one => namedBy(one) ?? []),
    rivals: all.units
      .filter(one => !chosen.some(({ unit, passage: at }) => unit.start === one.unit.start && at === one.passage))
      .slice(0, maxRivals)
      .map(({ unit, score }) => ({ text: unit.text, share: Math.exp(score - first.score) / total })),
    compiled: fact
      ? {
          kind: fact.kind,
          isSure: fact.isSure,
          isWhole: fact.isWhole ?? false,
          explained: fact.explained ?? 0,
          places: fact.citations.length,
        }
      : null,
    fact: opinion && {
      text: opinion.text,
      isSaid: opinion === fact,
      isSure: opinion.isSure,
      measures: { ...opinion.measures },
    },
    statement: statement
      ? {
          isHere: fact === statement || restsOn(knowledge, all, best.passage, line.unit, statement),
          isSure: statement.isSure,
          measures: { ...statement.statement },
        }
      : null,
    found: {
      lineShare: lead.unitShare,
      passageShare: lead.passageShare,
      gap: lead.rankGap,
      lead: lead.rankLead,
      place: all.units.findIndex(one => one.unit.start === best.unit.start && one.passage === best.passage),
      behind: first.score - best.score,
      sum: sumOf(found),
      size: Math.log10(Math.max(found.size, 1)),
    },
    shop,
  }
  return { found, candidate }
}

function namedBy(unit: Pick<MeasuredUnit, 'unit'>): Named | null {
  const name = unit.unit.row ? unit.unit.text.split('; ')[0]! : nameOf(unit)
  return name ? { terms: tokens(name).map(({ term }) => term) } : null
}

const termsOf = remembered((text: string): readonly string[] => tokens(text).map(({ term }) => term))

function shopOf({ index }: Knowledge): Shop {
  return {
    terms: termsOf,
    rarity: term => index.weight({ raw: term, term }),
    isStop: term => isStopWord(term),
  }
}
