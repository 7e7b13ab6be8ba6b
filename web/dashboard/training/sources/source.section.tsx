import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button, buttonClass, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { GoneState } from '#web/parts/page/gone-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { shownAddress } from './link-text.ts'
import { ReplaceFile } from './replace-file.tsx'
import { RemoveSourceDialog, useStopReading, useSyncNow } from './source-actions.tsx'
import { SourceDetails } from './source-details.tsx'
import { useSource } from './source-rows.ts'
import '#web/dashboard/training/training.css'
import { tabAddress } from '#web/dashboard/training/training-tabs.tsx'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function SourceSection() {
  const texts = useTexts(trainingTexts)
  const { sourceId = '' } = useParams()
  const found = useSource(sourceId)
  const [removing, setRemoving] = useState(false)
  const navigate = useNavigate()
  const source = found.rows[0]
  const title = source ? nameOf(source) : texts.title
  if (source?.kind === 'pair' && source.status === 'processed') return <Navigate to={tabAddress('pairs')} replace />
  const back = source?.parent_id
    ? `/dashboard/training/${source.parent_id}`
    : source?.kind === 'link'
      ? tabAddress('links')
      : source?.kind === 'pair'
        ? tabAddress('pairs')
        : addresses.training
  return (
    <SubPage
      title={title}
      back={{ to: back, text: texts.back, className: 'training-back' }}
      aside={source && <Actions key={source.id} source={source} onRemove={() => setRemoving(true)} />}
    >
      <QueryState
        query={found}
        failed={texts.loadFailed}
        loading={texts.loadingPassages}
        rows={4}
        empty={
          <GoneState
            title={texts.notFound}
            text={texts.notFoundText}
            back={{ to: addresses.training, text: texts.back }}
          />
        }
      >
        {([one]) => one && <SourceDetails key={one.id} source={one} />}
      </QueryState>
      <RemoveSourceDialog
        source={removing ? source : undefined}
        onClose={() => setRemoving(false)}
        onRemoved={() => void navigate(back)}
      />
    </SubPage>
  )
}

function Actions({ source, onRemove }: { source: Source; onRemove(): void }) {
  const texts = useTexts(trainingTexts)
  const stopping = useStopReading(source)
  const syncing = useSyncNow(source)
  if (source.parent_id)
    return (
      <a className={buttonClass()} href={source.url ?? ''} target="_blank" rel="noopener noreferrer nofollow">
        <Icon name="external-link" />
        {texts.openPage}
      </a>
    )
  return (
    <>
      {source.status === 'processing' && (
        <Button icon="x" busy={stopping.busy} onClick={() => void stopping.stopReading()}>
          {texts.stop}
        </Button>
      )}
      {source.kind === 'file' && (source.status === 'processed' || source.status === 'waiting') && (
        <ReplaceFile source={source} />
      )}
      {source.kind === 'link' && source.status === 'processed' && (
        <Button look="filled" icon="rotate-cw" busy={syncing.busy} onClick={() => void syncing.syncNow()}>
          {texts.syncNow}
        </Button>
      )}
      <Menu trigger={<IconButton icon="ellipsis" label={fill(texts.actionsFor, { name: nameOf(source) })} />}>
        {source.url && (
          <MenuItem
            icon="external-link"
            onSelect={() => window.open(source.url ?? '', '_blank', 'noopener,noreferrer')}
          >
            {texts.openPage}
          </MenuItem>
        )}
        <MenuItem icon="trash" danger onSelect={onRemove}>
          {texts.remove}
        </MenuItem>
      </Menu>
    </>
  )
}

function nameOf(source: Source): string {
  return source.kind === 'link' && source.title === source.url ? shownAddress(source.url) : source.title
}
