import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row, Source } from '#web/data/wire-rows.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Overlap = Row<'source_overlaps'>
const refreshMs = 15_000
const maxShown = 5

/** Repeated passages; comparing follows a change within seconds. */
export function useOverlaps(): { rows: Overlap[]; kindOf(source: Source): 'differs' | 'same' | undefined } {
  const { workspace } = useCurrentWorkspace()
  const { data: rows = [] } = useQuery({
    queryKey: ['overlaps', workspace.id],
    queryFn: () => readRows('source_overlaps', query => query.eq('workspace_id', workspace.id).limit(600)),
    refetchInterval: refreshMs,
  })
  function kindOf(source: Source): 'differs' | 'same' | undefined {
    const own = rows.filter(row => row.source_id === source.id)
    return own.some(row => row.kind === 'differs') ? 'differs' : own.length > 0 ? 'same' : undefined
  }
  return { rows, kindOf }
}

export function OverlapChip({ kind }: { kind: 'differs' | 'same' | undefined }) {
  const texts = useTexts(trainingTexts)
  if (kind === undefined) return null
  return kind === 'differs' ? (
    <Chip tone="warning" icon="triangle-alert">
      {texts.overlapChipDiffers}
    </Chip>
  ) : (
    <Chip icon="copy">{texts.overlapChip}</Chip>
  )
}

export function OverlapPanel({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const { rows } = useOverlaps()
  const own = rows.filter(row => row.source_id === source.id).sort((a, b) => weight(a) - weight(b))
  const shown = own.slice(0, maxShown)
  const places = usePlaces(shown)
  if (own.length === 0 || !places) return null
  const words = { same: texts.overlapSame, near: texts.overlapNear, differs: texts.overlapDiffers }
  return (
    <section className="panel training-overlaps" aria-label={texts.overlapsTitle}>
      <h2 className="row">
        <Icon name="triangle-alert" />
        {texts.overlapsTitle}
      </h2>
      <ul>
        {shown.map(row => (
          <li key={row.passage_id + row.other_passage_id}>
            {fill(words[row.kind], {
              number: (places.positions.get(row.passage_id) ?? 0) + 1,
            })}{' '}
            <Link to={`/dashboard/training/${row.other_source_id}`}>
              “{places.titles.get(row.other_source_id) ?? '…'}”
            </Link>
          </li>
        ))}
      </ul>
      {own.length > shown.length && (
        <p className="soft">{fill(texts.overlapMore, { count: own.length - shown.length })}</p>
      )}
      {shown.some(row => row.kind === 'differs') && <p className="soft">{texts.overlapDiffersHelp}</p>}
    </section>
  )
}

function weight({ kind }: Overlap): number {
  return kind === 'differs' ? 0 : kind === 'same' ? 1 : 2
}

type Places = { positions: Map<string, number>; titles: Map<string, string> }

function usePlaces(rows: Overlap[]): Places | undefined {
  const passages = rows.map(row => row.passage_id)
  const sources = [...new Set(rows.map(row => row.other_source_id))]
  const { data } = useQuery({
    queryKey: ['overlap places', ...passages, ...sources],
    enabled: rows.length > 0,
    queryFn: async (): Promise<Places> => {
      const [own, others] = await Promise.all([
        readRows('passages', query => query.in('id', passages), 'id,position'),
        readRows('sources', query => query.in('id', sources), 'id,title'),
      ])
      return {
        positions: new Map(own.map(passage => [passage.id, passage.position])),
        titles: new Map(others.map(source => [source.id, source.title])),
      }
    },
  })
  return data
}
