import { useQuery } from '@tanstack/react-query'
import type { FactKind } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

export function useFacts(enabled = true) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['facts', workspace.id, workspace.knowledge_version],
    enabled,
    queryFn: () => call('GET /api/v1/facts'),
  })
}

export type Understood = { priced: Fact[]; hours: Fact[]; places: Fact[]; rules: Fact[] }

export function sortFacts(facts: readonly Fact[]): Understood {
  const understood: Understood = { priced: [], hours: [], places: [], rules: [] }
  for (const fact of facts) {
    if (fact.state !== 'valid') continue
    const has = (...kinds: FactKind[]) => fact.values.some(({ kind }) => kinds.includes(kind))
    if (has('money')) understood.priced.push(fact)
    else if (has('time')) understood.hours.push(fact)
    else if (has('place', 'phone')) understood.places.push(fact)
    else understood.rules.push(fact)
  }
  return understood
}

export function valuesOf(fact: Fact): string {
  return fact.values.map(({ value, edit }) => edit?.value ?? value).join(' · ')
}
