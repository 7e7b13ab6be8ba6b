import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { Source } from '#web/data/wire-rows.ts'

/** Every fact of a document, with the places of its lines. */
export function useSourceFacts(source: Source) {
  const { workspace } = useCurrentWorkspace()
  return useQuery({
    queryKey: ['facts', workspace.id, source.id, source.live_version, workspace.knowledge_version],
    queryFn: () => readAll(source.id),
    enabled: source.passages_count > 0,
    placeholderData: keepPreviousData,
  })
}

export function useFactsChanged(): () => void {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['facts', workspace.id] })
}

async function readAll(id: string): Promise<Facts> {
  const first = await call('GET /api/v1/facts', { query: { source_id: id } })
  let last = first
  while (last.next !== null) {
    last = await call('GET /api/v1/facts', { query: { source_id: id, from: last.next } })
    first.facts.push(...last.facts)
  }
  return first
}
