import type { FactKind } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { groupBy } from '#web/data/group-by.ts'
import { distinctHeadings } from '#web/parts/passages/heading-paths.ts'

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
  const made = [...groups].map(([key, own]) => ({
    key,
    path: own[0]?.path ?? [],
    source_id: own[0]?.source_id ?? '',
    heads: [...new Set(own.flatMap(({ values }) => values.map(({ head }) => head)))],
    facts: own,
  }))
  const titles = new Map(
    [...groupBy(made, group => group.source_id).values()].flatMap(sameSource => {
      const shown = distinctHeadings(sameSource.map(({ path }) => path))
      return sameSource.map(({ key }, at) => [key, shown[at] ?? ''] as const)
    }),
  )
  return made.map(({ path: _, ...group }) => ({ ...group, title: titles.get(group.key) ?? '' }))
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
