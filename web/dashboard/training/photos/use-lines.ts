import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LineState } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine, PhotoLines } from '#shared/contracts/training/photos.results.ts'
import { call } from '#web/data/api.ts'
import type { Source } from '#web/data/wire-rows.ts'

export type Decision = { position: number; state: LineState; cells?: string[] }

export function useLines(source: Source) {
  const queries = useQueryClient()
  const queryKey = ['photo lines', source.id]
  const query = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/sources/:id/lines', { params: { id: source.id } }),
  })
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['photo lines', source.id] })
  }, [queries, source.id, source.reading, source.lines_open])

  /** Optimistic; reverted when the server refuses. */
  async function decide(lines: Decision[]): Promise<void> {
    const before = queries.getQueryData<PhotoLines>(queryKey)
    if (!before?.reading) return
    queries.setQueryData<PhotoLines>(queryKey, { ...before, lines: before.lines.map(line => decided(line, lines)) })
    try {
      await call('PATCH /api/v1/sources/:id/lines', {
        params: { id: source.id },
        body: { reading: before.reading, lines },
      })
    } catch (error) {
      queries.setQueryData(queryKey, before)
      throw error
    }
  }

  return { ...query, decide }
}

function decided(line: PhotoLine, decisions: Decision[]): PhotoLine {
  const decision = decisions.find(one => one.position === line.position)
  return decision
    ? { ...line, state: decision.state, said: decision.state === 'changed' ? (decision.cells ?? null) : null }
    : line
}

export function isOpen(line: PhotoLine): boolean {
  return line.needs_look && line.state === 'open'
}

export function asDecision({ position, state, said: approved }: PhotoLine): Decision {
  return approved ? { position, state, cells: approved } : { position, state }
}
