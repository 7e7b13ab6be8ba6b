import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { showError, showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ConditionsEditor } from './conditions-editor.tsx'
import { type Segment, useSegmentCount, useSegmentsChanged } from './read-segments.ts'
import { DeleteDialog, NameDialog } from './segment-dialogs.tsx'
import { type Draft, draftOf } from './segment-draft.ts'
import { type Names, sentenceOf } from './segment-sentence.ts'

type Props = {
  name: string
  definition: SegmentNode
  segment: Segment | undefined
  editing: boolean
  changed: boolean
  names: Names
  onEdit(): void
  onDraft(draft: Draft): void
  onStop(): void
  onSaved(id: string): void
}

export function SegmentHead(props: Props) {
  const { name, definition, segment, editing, changed, names, onEdit, onDraft, onStop, onSaved } = props
  const texts = useTexts(customerSegmentsTexts)
  const refresh = useSegmentsChanged()
  const [asking, setAsking] = useState<'name' | 'rename' | 'delete'>()
  const draft = draftOf(definition)
  const asked = segment && !changed ? { segment: segment.id } : { definition }
  const { data: count, error } = useSegmentCount(asked)

  async function saveChanges() {
    if (!segment) return setAsking('name')
    try {
      await call('PATCH /api/v1/segments/:id', { params: { id: segment.id }, body: { definition } })
      await refresh()
      showToast(fill(texts.saved, { name: segment.name }))
      onSaved(segment.id)
    } catch (failed) {
      showError(failed)
    }
  }
  return (
    <header className="segment-head">
      <div className="segment-title">
        <h2>
          {name}
          {count && <span className="num">, {fill(texts.people, { count: count.count })}</span>}
        </h2>
        {segment && !editing && <WriteButton segment={segment} />}
        {segment && !editing && (
          <Menu trigger={<IconButton icon="ellipsis" label={texts.more} />}>
            <MenuItem icon="pencil" onSelect={() => setAsking('rename')}>
              {texts.rename}
            </MenuItem>
            <MenuItem icon="trash" danger onSelect={() => setAsking('delete')}>
              {texts.delete}
            </MenuItem>
          </Menu>
        )}
      </div>
      {editing && draft ? (
        <>
          <ConditionsEditor start={draft} names={names} onDraft={onDraft} />
          <div className="row gap-2">
            <Button size="sm" onClick={onStop}>
              {texts.cancel}
            </Button>
            <Button size="sm" look="filled" onClick={() => void saveChanges()}>
              {segment ? texts.saveChanges : texts.save}
            </Button>
          </div>
        </>
      ) : (
        <p className="segment-rule soft">
          {sentenceOf(definition, names)}
          {draft ? (
            <Button size="sm" icon="sliders" onClick={onEdit}>
              {texts.editRules}
            </Button>
          ) : (
            <span> {texts.nested}</span>
          )}
        </p>
      )}
      {error ? (
        <p className="field-error" role="alert">
          {messageOf(error)}
        </p>
      ) : (
        <p className="segment-shares soft" role="status">
          {count
            ? [
                fill(texts.agreed, { count: count.given }),
                fill(texts.unasked, { count: count.none }),
                fill(texts.refusedCount, { count: count.refused }),
              ].map(words => <span key={words}>{words}</span>)
            : texts.counting}
        </p>
      )}
      {asking === 'name' && (
        <NameDialog definition={definition} onClose={() => setAsking(undefined)} onDone={saved => onSaved(saved.id)} />
      )}
      {asking === 'rename' && segment && (
        <NameDialog segment={segment} onClose={() => setAsking(undefined)} onDone={() => setAsking(undefined)} />
      )}
      {asking === 'delete' && segment && (
        <DeleteDialog
          segment={segment}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            showToast(texts.deleted)
            onSaved('')
          }}
        />
      )}
    </header>
  )
}

function WriteButton({ segment }: { segment: Segment }) {
  const texts = useTexts(customerSegmentsTexts)
  const { workspace } = useCurrentWorkspace()
  const navigate = useNavigate()
  const { busy, perform } = useAction({ onProblem: showErrorToast, once: true })
  async function begin() {
    await perform(async () => {
      const audience = { is: 'segment' as const, segment_id: segment.id }
      const content = { texts: {}, fallback: workspace.language }
      const made = await call('POST /api/v1/broadcasts', { body: { name: segment.name, audience, content } })
      await navigate(addresses.campaign.replace(':broadcastId', made.id))
    })
  }
  return (
    <Button look="filled" icon="pencil" className="segment-write" busy={busy} onClick={() => void begin()}>
      {texts.write}
    </Button>
  )
}
