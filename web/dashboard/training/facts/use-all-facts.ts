import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Facts } from '#shared/contracts/training/facts.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'

type Pages = InfiniteData<Facts, number>

/** That follow by themselves; each costs the shop a costly action. */
const maxFollowing = 10
/** In one search: while a crawl publishes, each version would cost all the pages again. */
const maxRestarts = 2
/** Milliseconds without another version. */
const publishingPause = 2_000

/** Page by page; `whole`: the rest follows by itself, for a search over everything, and is dropped after it. */
export function useAllFacts(whole: boolean) {
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const restarts = useRef(0)
  const followed = useRef(0)
  const id = workspace.id
  const query = useInfiniteQuery({
    // Without the version of knowledge: a correction would be read twice.
    queryKey: keyOf(id),
    initialPageParam: 0,
    queryFn: ({ pageParam }) => call('GET /api/v1/facts', { query: { from: pageParam } }),
    getNextPageParam: page => page.next,
    select: joinPages,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const isIdle = !isFetching && !isError
  const version = data?.version
  const isMixed = data !== undefined && data.known > data.joined
  const follows = whole && hasNextPage && isIdle && !isMixed && data !== undefined && data.joined < maxFollowing
  useEffect(() => {
    if (!whole) return
    restarts.current = 0
    const before = queries.getQueryData<Pages>(keyOf(id))?.pages.length ?? 1
    return () =>
      void queries
        .cancelQueries({ queryKey: keyOf(id) })
        .then(() => queries.setQueryData<Pages>(keyOf(id), known => firstPages(known, before)))
  }, [whole, queries, id])

  useEffect(() => {
    if (follows && restarts.current < maxRestarts) void fetchNextPage()
  }, [follows, fetchNextPage])

  /** From the first page. */
  function readAnew(): void {
    queries.setQueryData<Pages>(keyOf(id), known => firstPages(known, 1))
    void queries.invalidateQueries({ queryKey: ['facts', id] })
  }
  const published = workspace.knowledge_version
  useEffect(() => {
    // Once for each version: what is read meanwhile may be of an earlier one. A search reads anew by itself.
    if (whole || !isIdle || version === undefined || version >= published || followed.current === published) return
    const timer = setTimeout(() => {
      followed.current = published
      void queries.invalidateQueries({ queryKey: ['facts', id] })
    }, publishingPause)
    return () => clearTimeout(timer)
  }, [whole, isIdle, version, published, queries, id])
  const isOutdated = isMixed && isIdle
  useEffect(() => {
    if (!isOutdated) return
    restarts.current++
    readAnew()
  })
  return { query, readAnew }
}

function keyOf(workspaceId: string): string[] {
  return ['facts', workspaceId, 'all']
}

function firstPages(known: Pages | undefined, count: number): Pages | undefined {
  return known && { pages: known.pages.slice(0, count), pageParams: known.pageParams.slice(0, count) }
}

/** Pages of the first one's version. Each page includes the lines that are unread or switched off. */
function joinPages({ pages: known }: Pages) {
  const [first] = known as [Facts, ...Facts[]]
  const pages = known.filter(({ version }) => version === first.version)
  const sources = new Map(pages.flatMap(page => page.sources).map(source => [source.id, source]))
  return {
    ...first,
    sources: [...sources.values()],
    facts: pages.flatMap(page => page.facts),
    next: pages.at(-1)!.next,
    joined: pages.length,
    known: known.length,
  }
}
