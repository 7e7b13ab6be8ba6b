import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

/** Page by page; `whole`: the rest follows by itself, for a search over everything. */
export function useAllFacts(whole: boolean) {
  const { workspace } = useCurrentWorkspace()
  const { data, hasNextPage, isFetching, isError, fetchNextPage, ...query } = useInfiniteQuery({
    queryKey: ['facts', workspace.id, 'all'],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => call('GET /api/v1/facts', { query: { from: pageParam } }),
    getNextPageParam: (page: Facts) => page.next,
  })
  const following = whole && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (following) void fetchNextPage()
  }, [following, fetchNextPage])
  return { ...query, data: data && joinPages(data.pages), hasNextPage, fetchNextPage }
}

/** What is unread or off comes with each page. */
function joinPages(pages: Facts[]): Facts | undefined {
  const [first] = pages
  if (!first || pages.length === 1) return first
  const sources = new Map(pages.flatMap(page => page.sources).map(source => [source.id, source]))
  return {
    ...first,
    sources: [...sources.values()],
    facts: pages.flatMap(page => page.facts),
    next: pages.at(-1)!.next,
  }
}
