import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { fold } from '#shared/rules/text/fold.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { download } from '#web/data/download.ts'
import { useTexts } from '#web/data/language.tsx'
import type { LiveRows } from '#web/data/live/live-rows.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SearchField } from '#web/parts/forms/common-fields.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ImportDialog } from './import-dialog.tsx'
import { OverlapChip, useOverlaps } from '#web/dashboard/training/sources/overlaps.tsx'
import { PairDialog } from './pair-dialog.tsx'
import { RemoveSourceDialog } from '#web/dashboard/training/sources/source-actions.tsx'
import { SourceList } from '#web/dashboard/training/sources/source-list.tsx'
import { useSources } from '#web/dashboard/training/sources/source-rows.ts'

type Props = { all: LiveRows<Source>; adding: boolean; onAdd(): void; onAdded(): void }

export function PairList({ all, adding, onAdd, onAdded }: Props) {
  const texts = useTexts(trainingTexts)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(
    fold(typed)
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const found = useSources('pair', search)
  const [editing, setEditing] = useState<Source>()
  const [removing, setRemoving] = useState<Source>()
  const [importing, setImporting] = useState(false)
  const exporting = useAction({ onProblem: why => showErrorToast(`${texts.exportFailed} ${why}`) })
  const none = all.status === 'ready' && all.rows.length === 0

  const takeOut = () => exporting.perform(() => download('GET /api/v1/sources/pairs/export', {}, 'sen-hoi-dap.csv'))

  return (
    <>
      <SourceList
        sources={search === '' ? all : found}
        title={texts.pairs}
        aside={
          <span className="row training-pair-tools">
            {!none && <SearchField label={texts.searchPairs} value={typed} onValue={setTyped} />}
            <Button size="sm" icon="upload" onClick={() => setImporting(true)}>
              {texts.importCsv}
            </Button>
            {!none && (
              <Button size="sm" icon="download" busy={exporting.busy} onClick={() => void takeOut()}>
                {texts.exportCsv}
              </Button>
            )}
          </span>
        }
        loading={texts.loadingPairs}
        empty={
          search === '' ? (
            <EmptyState
              title={texts.pairsEmptyTitle}
              text={`${texts.pairsEmptyText} ${texts.pairsFree}`}
              action={<Button onClick={onAdd}>{texts.addPair}</Button>}
            />
          ) : (
            <p className="panel-body soft" role="status">
              {texts.pairsNoneFound}
            </p>
          )
        }
        more={texts.morePairs}
      >
        {pairs => (
          <ul className="training-pairs">
            {pairs.map(pair => (
              <PairRow key={pair.id} pair={pair} onEdit={() => setEditing(pair)} onRemove={() => setRemoving(pair)} />
            ))}
          </ul>
        )}
      </SourceList>
      {(adding || editing) && (
        <PairDialog
          key={editing?.id ?? 'new'}
          pair={editing}
          onClose={() => {
            setEditing(undefined)
            onAdded()
          }}
        />
      )}
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
      <RemoveSourceDialog source={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

function PairRow({ pair, onEdit, onRemove }: { pair: Source; onEdit(): void; onRemove(): void }) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const overlaps = useOverlaps()
  return (
    <li>
      <div className="fill">
        <h3>
          <button
            type="button"
            className="training-file-name"
            onClick={onEdit}
            aria-label={fill(texts.editPairOf, { name: pair.title })}
          >
            {pair.title}
          </button>{' '}
          <OverlapChip kind={overlaps.kindOf(pair)} />
          {pair.status === 'waiting' && (
            <Link className="chip chip-warning" to={`/dashboard/training/${pair.id}`}>
              {gate.waitingChip}
            </Link>
          )}
        </h3>
        <p className="soft">{pair.answer}</p>
      </div>
      <Menu trigger={<IconButton icon="ellipsis" label={fill(texts.actionsFor, { name: pair.title })} />}>
        <MenuItem icon="pencil" onSelect={onEdit}>
          {texts.editPair}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={onRemove}>
          {texts.remove}
        </MenuItem>
      </Menu>
    </li>
  )
}
