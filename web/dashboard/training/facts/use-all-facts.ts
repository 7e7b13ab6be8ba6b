import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

/** Page by page; `whole`: the rest follows by itself, for a search over everything. */
export function useAllFacts(whole: boolean) {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  // Without the version of knowledge: a correction would be read twice, and each reading is a costly action.
  const queryKey = ['facts', workspace.id, 'all']
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: ({ pageParam }) => call('GET /api/v1/facts', { query: { from: pageParam } }),
    getNextPageParam: page => page.next,
    select: joinPages,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const follows = whole && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (follows) void fetchNextPage()
  }, [follows, fetchNextPage])

  /** From the first page: each costs the shop a costly action. */
  function readAnew(): void {
    queries.setQueryData<InfiniteData<Facts, number>>(
      queryKey,
      known => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    )
    void queries.invalidateQueries({ queryKey: ['facts', workspace.id] })
  }
  return { query, readAnew }
}

/** What is unread or off comes with each page. */
function joinPages({ pages }: InfiniteData<Facts, number>): Facts {
  const [first] = pages as [Facts, ...Facts[]]
  const sources = new Map(pages.flatMap(page => page.sources).map(source => [source.id, source]))
  return {
    ...first,
    sources: [...sources.values()],
    facts: pages.flatMap(page => page.facts),
    next: pages.at(-1)!.next,
  }
}
