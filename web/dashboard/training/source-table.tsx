import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { trainingTexts } from '#shared/texts/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Menu, MenuItem } from '#web/kit/menu.tsx'
import { useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { FileBadge } from './file-badge.tsx'
import { fileSize } from './file-size.ts'
import { readAgain, RemoveSourceDialog } from './source-actions.tsx'
import { mayReadAgain, reasonText, SourceState } from './source-state.tsx'

/** The files the bot reads: a table, and on phones one card per file. */
export function SourceTable({ sources }: { sources: LiveRows<Source> }) {
  const texts = useTexts(trainingTexts)
  const [removing, setRemoving] = useState<Source>()
  return (
    <>
      {/* On phones it is laid out as cards, which would take the roles away: they are named. */}
      <table className="rows training-table" role="table">
        <caption className="unseen">{texts.files}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {texts.name}
            </th>
            <th role="columnheader" scope="col">
              {texts.date}
            </th>
            <th role="columnheader" scope="col" className="training-number">
              {texts.passages}
            </th>
            <th role="columnheader" scope="col">
              {texts.status}
            </th>
            <th role="columnheader" scope="col">
              <span className="unseen">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sources.rows.map(source => (
            <SourceRow key={source.id} source={source} onRemove={() => setRemoving(source)} />
          ))}
        </tbody>
      </table>
      {sources.more && (
        <div className="training-more">
          <Button size="sm" busy={sources.loadingMore} onClick={() => void sources.loadMore()}>
            {sources.moreFailed ? texts.retry : texts.moreFiles}
          </Button>
        </div>
      )}
      <RemoveSourceDialog source={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

function SourceRow({ source, onRemove }: { source: Source; onRemove(): void }) {
  const texts = useTexts(trainingTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const navigate = useNavigate()
  const address = `/dashboard/training/${source.id}`
  return (
    <tr role="row">
      <td role="cell" className="training-cell-name">
        <div className="row gap-3">
          <FileBadge name={source.title} />
          <span className="fill">
            <Link className="training-file-name" to={address}>
              {source.title}
            </Link>
            <br />
            <span className={source.status === 'failed' ? 'training-second training-reason' : 'training-second'}>
              {source.status === 'failed'
                ? reasonText(source, language)
                : source.size !== null && fileSize(source.size, language)}
            </span>
          </span>
        </div>
      </td>
      <td role="cell" className="training-cell-date num soft">
        {times.dateAndClock(source.created_at)}
      </td>
      <td role="cell" className="training-cell-count training-number num soft">
        {source.status === 'processing' ? '…' : source.passages_count}
      </td>
      <td role="cell" className="training-cell-state">
        <SourceState source={source} />
      </td>
      <td role="cell" className="training-cell-menu">
        <Menu trigger={<IconButton icon="ellipsis" label={fill(texts.actionsFor, { name: source.title })} />}>
          <MenuItem icon="file-text" onSelect={() => void navigate(address)}>
            {texts.view}
          </MenuItem>
          {mayReadAgain(source) && (
            <MenuItem icon="rotate-cw" onSelect={() => void readAgain(source)}>
              {texts.retryRead}
            </MenuItem>
          )}
          <MenuItem icon="trash" danger onSelect={onRemove}>
            {texts.remove}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}
