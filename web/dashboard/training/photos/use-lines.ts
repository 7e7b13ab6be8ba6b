import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LineState } from '#shared/contracts/training/photos.contract.ts'
import type { PhotoLine, PhotoLines } from '#shared/contracts/training/photos.results.ts'
import { call } from '#web/data/api.ts'
import type { Source } from '#web/data/wire-rows.ts'

export type Decision = { position: number; state: LineState; cells?: string[] }
type Decided = { reading: number; lines: Decision[] }

export function useLines(source: Source) {
  const queries = useQueryClient()
  const queryKey = ['photo lines', source.id]
  const [unsaved, setUnsaved] = useState<Decided[]>([])
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const query = useQuery({
    queryKey,
    queryFn: () => call('GET /api/v1/sources/:id/lines', { params: { id: source.id } }),
  })
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['photo lines', source.id] })
  }, [queries, source.id, source.reading, source.lines_open])
  const data = query.data && unsaved.reduce(withDecisions, query.data)

  /** Shown at once, whatever is read meanwhile; taken back when the server refuses. */
  async function decide(lines: Decision[]): Promise<void> {
    if (!query.data?.reading) return
    const body = { reading: query.data.reading, lines }
    setUnsaved(before => [...before, body])
    // One after another: an undo must not overtake what it undoes, nor the next decision the undo.
    const saved = saving.current.then(() =>
      call('PATCH /api/v1/sources/:id/lines', { params: { id: source.id }, body }),
    )
    saving.current = saved.catch(() => undefined)
    try {
      await saved
      // A read begun before would show the lines as they were.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<PhotoLines>(queryKey, known => known && withDecisions(known, body))
      void queries.invalidateQueries({ queryKey })
    } finally {
      setUnsaved(before => before.filter(one => one !== body))
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
  return line.needs_look && line.state === 'open'
}

export function asDecision({ position, state, said: approved }: PhotoLine): Decision {
  return approved ? { position, state, cells: approved } : { position, state }
}
