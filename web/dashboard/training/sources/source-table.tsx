import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { photosTexts } from '#shared/texts/training/photos-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { CorrectAddressDialog } from '#web/parts/forms/correct-address-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { counted, fill } from '#web/parts/language/texts.ts'
import { FileBadge } from './file-badge.tsx'
import { fileSize } from './file-size.ts'
import { shownAddress } from './link-text.ts'
import { Understood } from './fact-counts.tsx'
import { OverlapChip, useOverlaps } from './overlaps.tsx'
import { RemoveSourceDialog, useReadAgain, useStopReading, useSyncNow } from './source-actions.tsx'
import { mayReadAgain, reasonText, SourceState } from './source-state.tsx'
import { DataTable, TableCell, TableRow } from '#web/kit/data-table.tsx'

export function SourceTable({ sources, links = false }: { sources: readonly Source[]; links?: boolean }) {
  const texts = useTexts(trainingTexts)
  const [removing, setRemoving] = useState<Source>()
  const [correcting, setCorrecting] = useState<Source>()
  return (
    <>
      <DataTable
        className="training-table"
        caption={links ? texts.links : texts.files}
        columns={[links ? texts.linkName : texts.name, links ? texts.lastSync : texts.date, texts.status]}
        actions={texts.actions}
      >
        {sources.map(source => (
          <SourceRow
            key={source.id}
            source={source}
            onCorrect={() => setCorrecting(source)}
            onRemove={() => setRemoving(source)}
          />
        ))}
      </DataTable>
      {correcting && <CorrectAddressDialog source={correcting} onClose={() => setCorrecting(undefined)} />}
      <RemoveSourceDialog source={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

type RowProps = { source: Source; onCorrect(): void; onRemove(): void }

function SourceRow({ source, onCorrect, onRemove }: RowProps) {
  const texts = useTexts(trainingTexts)
  const times = useTimes()
  const navigate = useNavigate()
  const overlaps = useOverlaps()
  const { readAgain } = useReadAgain(source)
  const { syncNow } = useSyncNow(source)
  const { stopReading } = useStopReading(source)
  const address = `/dashboard/training/${source.id}`
  const isLink = source.kind === 'link'
  const when = isLink ? source.synced_at : source.created_at
  return (
    <TableRow>
      <TableCell className="training-cell-name">
        <div className="row gap-3">
          {isLink ? (
            <span className="training-badge" aria-hidden="true">
              <Icon name="globe" />
            </span>
          ) : (
            <FileBadge name={source.title} />
          )}
          <span className="fill">
            <Link className="training-file-name" to={address}>
              {isLink && source.title === source.url ? shownAddress(source.url) : source.title}
            </Link>
            <br />
            <SecondLine source={source} />
          </span>
        </div>
      </TableCell>
      <TableCell className="training-cell-date num soft">{when ? times.dateAndClock(when) : '–'}</TableCell>
      <TableCell className="training-cell-state">
        <SourceState source={source} /> <OverlapChip kind={overlaps.kindOf(source)} />
        <Understood source={source} />
      </TableCell>
      <TableCell className="training-cell-menu">
        <Menu
          trigger={
            <IconButton
              icon="ellipsis"
              label={fill(texts.actionsFor, { name: isLink ? shownAddress(source.url ?? '') : source.title })}
            />
          }
        >
          <MenuItem icon="file-text" onSelect={() => void navigate(address)}>
            {texts.view}
          </MenuItem>
          {isLink && source.status === 'processed' && (
            <MenuItem icon="rotate-cw" onSelect={() => void syncNow()}>
              {texts.syncNow}
            </MenuItem>
          )}
          {mayReadAgain(source) && (
            <MenuItem icon="rotate-cw" onSelect={() => void readAgain()}>
              {isLink ? texts.readAgain : texts.retryRead}
            </MenuItem>
          )}
          {isLink && source.status === 'failed' && (
            <MenuItem icon="pencil" onSelect={onCorrect}>
              {texts.correctAddress}
            </MenuItem>
          )}
          {source.status === 'processing' && (
            <MenuItem icon="x" onSelect={() => void stopReading()}>
              {texts.stop}
            </MenuItem>
          )}
          <MenuItem icon="trash" danger onSelect={onRemove}>
            {texts.remove}
          </MenuItem>
        </Menu>
      </TableCell>
    </TableRow>
  )
}

function SecondLine({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const photos = useTexts(photosTexts)
  const { language } = useLanguage()
  if (source.status === 'failed' || (source.status === 'processed' && source.reason))
    return <span className="training-second training-reason">{reasonText(source, language)}</span>
  if (source.status === 'waiting')
    return (
      <Link className="training-second link" to={`/dashboard/training/${source.id}`}>
        {gate.waitingSecond}
      </Link>
    )
  if (source.status === 'processed' && source.lines_open > 0)
    return (
      <Link className="training-second link" to={`/dashboard/training/${source.id}`}>
        {fill(photos.second, { open: source.lines_open, all: source.lines_count })}
      </Link>
    )
  if (source.status === 'processing' && source.passages_count > 0)
    return <span className="training-second">{texts.oldAnswers}</span>
  if (source.kind === 'file')
    return <span className="training-second">{source.size !== null && fileSize(source.size, language)}</span>
  const pages = counted(language, source.pages_read, texts.pagesOne, texts.pagesMany)
  const failed =
    source.pages_failed > 0 ? counted(language, source.pages_failed, texts.pagesFailedOne, texts.pagesFailed) : ''
  const parts = [
    source.title === source.url ? '' : shownAddress(source.url ?? ''),
    source.pages_read > 1 ? pages : '',
    failed,
  ]
  return <span className="training-second">{parts.filter(Boolean).join(' · ')}</span>
}
