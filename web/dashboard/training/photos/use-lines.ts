import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PhotoLine, PhotoLines } from '#shared/contracts/training/photos.results.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { type Decided, type Decision, saveInTurn, useUnsavedDecisions } from './unsaved-decisions.ts'

export function useLines(source: Source) {
  const queries = useQueryClient()
  const queryKey = ['photo lines', source.id]
  const { workspace } = useCurrentWorkspace()
  const unsaved = useUnsavedDecisions(source.id)
  const query = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/sources/:id/lines', { params: { id: source.id } }),
  })
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['photo lines', source.id] })
  }, [queries, source.id, source.reading, source.lines_open])
  const data = query.data && unsaved.reduce(withDecisions, query.data)

  /** Optimistic: kept even if rows are reloaded, rolled back when the server refuses. */
  async function decide(lines: Decision[]): Promise<void> {
    if (!query.data?.reading) return
    const body = { reading: query.data.reading, lines }
    try {
      await saveInTurn(source.id, body, async () => {
        await call('PATCH /api/v1/sources/:id/lines', { params: { id: source.id }, body, workspace: workspace.id })
        // A read begun before would show the lines as they were.
        await queries.cancelQueries({ queryKey })
        queries.setQueryData<PhotoLines>(queryKey, known => known && withDecisions(known, body))
      })
    } finally {
      // Also when refused: somebody else has decided.
      void queries.invalidateQueries({ queryKey })
    }
  }

  return { ...query, data, decide }
}

function withDecisions(photo: PhotoLines, { reading, lines }: Decided): PhotoLines {
  if (photo.reading !== reading) return photo
  return { ...photo, lines: photo.lines.map(line => decided(line, lines)) }
}

function decided(line: PhotoLine, decisions: Decision[]): PhotoLine {
  const decision = decisions.find(one => one.position === line.position)
  return decision
    ? { ...line, state: decision.state, said: decision.state === 'changed' ? (decision.cells ?? null) : null }
    : line
}

export function isOpen(line: PhotoLine): boolean {
  return line.needs_review && line.state === 'open'
}

export function asDecision({ position, state, said: approved }: PhotoLine): Decision {
  return approved ? { position, state, cells: approved } : { position, state }
}

export function verdictOf(decision: Decision | undefined): Decision['seen'] {
  return decision && { state: decision.state, ...(decision.cells && { cells: decision.cells }) }
}
