import type { FactKind } from '#server/answering/judging/candidate.ts'
import type { Trace } from '#shared/contracts/bot/trace.results.ts'
import { measureConfidence } from './confidence.ts'
import type { Sought } from './seek.ts'

export function traceOf(sought: Sought[], threshold: number): Trace {
  return {
    route: 'question',
    threshold,
    questions: sought.map(({ found, confidence }) => ({
      type: found.type,
      words: found.measure.query.tokens.map(token => token.raw).join(' '),
      confidence: rounded(confidence),
      measures: roundedAll(measureConfidence(found)),
      best: found.units.slice(0, 3).map(({ unit, score }) => ({ text: unit.text, score: rounded(score) })),
    })),
  }
}

export function factTrace(sure: readonly Sought[]): Pick<Trace, FactKind> {
  const facts = sure.flatMap(({ fact }) => fact ?? [])
  return Object.fromEntries(facts.map(fact => [fact.kind, roundedAll({ ...fact.measures, ...fact.statement })]))
}

function roundedAll(measures: Record<string, number> | null): Record<string, number> {
  return Object.fromEntries(Object.entries(measures ?? {}).map(([name, value]) => [name, rounded(value)]))
}

export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
