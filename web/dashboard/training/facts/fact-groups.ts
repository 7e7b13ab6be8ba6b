import type { FactKind } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { fold } from '#shared/rules/text/fold.ts'

export type FactGroup = { key: string; title: string; source_id: string; heads: string[]; facts: Fact[] }

export type SortedFacts = { prices: FactGroup[]; places: Fact[]; others: FactGroup[]; old: Fact[] }

const placed: ReadonlySet<FactKind> = new Set(['place', 'phone', 'time'])

export function sortFacts(facts: readonly Fact[]): SortedFacts {
  const valid = facts.filter(fact => fact.state === 'valid')
  const isPriced = (fact: Fact) => fact.values.some(({ kind }) => kind === 'money')
  const isPlaced = (fact: Fact) => !isPriced(fact) && fact.values.some(({ kind }) => placed.has(kind))
  return {
    prices: groupsOf(valid.filter(isPriced)),
    places: valid.filter(isPlaced),
    others: groupsOf(valid.filter(fact => !isPriced(fact) && !isPlaced(fact))),
    old: facts.filter(fact => fact.state !== 'valid'),
  }
}

function groupsOf(facts: readonly Fact[]): FactGroup[] {
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) {
    const key = fact.values.length > 1 ? `${fact.group}` : `${fact.source_id} ${fact.path.join(' › ')}`
    const own = groups.get(key)
    if (own) own.push(fact)
    else groups.set(key, [fact])
  }
  return [...groups].map(([key, own]) => ({
    key,
    title: own[0]?.path.join(' › ') ?? '',
    source_id: own[0]?.source_id ?? '',
    heads: [...new Set(own.flatMap(({ values }) => values.map(({ head }) => head)))],
    facts: own,
  }))
}

/** Diacritics do not matter. */
export function holdsWords(fact: Fact, typed: string): boolean {
  const text = fold(
    `${fact.name} ${fact.line} ${fact.values.map(({ value }) => value).join(' ')} ${fact.path.join(' ')}`,
  )
  return fold(typed)
    .split(/\s+/)
    .every(word => text.includes(word))
}
