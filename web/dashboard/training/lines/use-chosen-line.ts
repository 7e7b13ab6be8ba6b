import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FactPlace } from '#shared/contracts/training/facts.results.ts'
import { readRows } from '#web/data/read.ts'
import type { Passage, Source } from '#web/data/wire-rows.ts'
import { type DocumentLine, linesOf, lineAt, nextToCheck, placesToCheck } from './document-lines.ts'
import { useSourceFacts } from './use-source-facts.ts'

/** Passages; about three hundred lines of a table. */
const partSize = 20

export type ChosenLine = ReturnType<typeof useChosenLine>

/** The part of a document on the screen, and in it the line that `?row=` names. */
export function useChosenLine(source: Source) {
  const [search, setSearch] = useSearchParams()
  const row = search.get('row')
  const facts = useSourceFacts(source)
  /** What the next line on the screen gets: focus, so that a person who opened a link continues from it by keyboard. */
  const arrival: RefObject<'focus' | 'scroll' | undefined> = useRef(row === null ? undefined : 'focus')
  const [turned, setTurned] = useState<number>()
  const [sought, setSought] = useState<FactPlace>()

  const named = useQuery({
    queryKey: ['passages', row?.split('.')[0]],
    enabled: row !== null && turned === undefined,
    queryFn: () => readRows('passages', rows => rows.eq('id', row?.split('.')[0] ?? '').eq('source_id', source.id)),
  })
  const first = turned ?? partOf(named.data?.[0]?.position ?? 0)
  const parts = Math.max(1, Math.ceil(source.passages_count / partSize))
  const part = Math.min(first, parts - 1)
  const query = useQuery({
    queryKey: ['passages of', source.id, source.version, source.processed_at, part],
    enabled: row === null || turned !== undefined || !named.isLoading,
    queryFn: () =>
      readRows('passages', rows =>
        rows
          .eq('source_id', source.id)
          .gt('position', part * partSize - 1)
          .order('position')
          .limit(partSize),
      ),
  })
  const toCheck = useMemo(() => (facts.data ? placesToCheck(facts.data) : []), [facts.data])
  const lines = useMemo(
    () => (query.data ?? []).flatMap((passage: Passage) => linesOf(passage, facts.data)).flatMap(block => block.lines),
    [query.data, facts.data],
  )
  const soughtLine = sought && lines.find(line => line.passage.id === sought.passage_id && line.to > sought.start)
  const line = soughtLine ?? (row === null ? undefined : lineAt(lines, row))

  function choose({ key }: DocumentLine) {
    setSought(undefined)
    setTurned(part)
    setSearch(key === line?.key ? {} : { row: key }, { replace: true, preventScrollReset: true })
  }

  function turnTo(next: number) {
    setSought(undefined)
    setTurned(next)
    setSearch({}, { replace: true })
  }

  function checkNext() {
    const after = nextToCheck(toCheck, line)
    if (!after) return
    arrival.current = 'scroll'
    setTurned(partOf(after.position))
    setSought(after)
  }

  const gone = row !== null && !line && query.isSuccess && !named.isLoading
  return { query, facts, line, gone, part, parts, toCheck, arrival, choose, turnTo, checkNext }
}

function partOf(position: number): number {
  return Math.floor(position / partSize)
}
