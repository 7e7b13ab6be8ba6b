import { useState } from 'react'
import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Segment, useSegmentsChanged } from './read-segments.ts'

/** Names a group: a new one, with its conditions, or one that is there. */
export function NameDialog({
  segment,
  definition,
  onClose,
  onDone,
}: {
  segment?: Segment | undefined
  definition?: SegmentNode | undefined
  onClose(): void
  onDone(saved: Segment): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const changed = useSegmentsChanged()
  const [name, setName] = useState(segment?.name ?? '')
  const {
    busy,
    problem: error,
    setProblem: setError,
    perform,
  } = useAction({
    once: true,
    wordsOf: failed =>
      failed instanceof ApiError && failed.code === 'request.conflict' ? texts.nameTaken : messageOf(failed),
  })

  async function save() {
    if (!name.trim()) return setError(texts.nameNeeded)
    await perform(async () => {
      const body = { name: name.trim(), definition }
      const saved = segment
        ? await call('PATCH /api/v1/segments/:id', { params: { id: segment.id }, body })
        : await call('POST /api/v1/segments', { body })
      await changed()
      onDone(saved)
    })
  }
  return (
    <Dialog
      open
      title={segment ? texts.rename : texts.save}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" busy={busy} onClick={() => void save()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          onValue={setName}
          maxLength={60}
          error={error}
          autoFocus
        />
      </form>
    </Dialog>
  )
}

export function DeleteDialog({ segment, onClose, onDone }: { segment: Segment; onClose(): void; onDone(): void }) {
  const texts = useTexts(customerSegmentsTexts)
  const changed = useSegmentsChanged()
  const { busy, problem: error, perform } = useAction({ once: true })

  async function remove() {
    await perform(async () => {
      await call('DELETE /api/v1/segments/:id', { params: { id: segment.id } })
      await changed()
      onDone()
    })
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.deleteTitle, { name: segment.name })}
      describedBy="delete-segment"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.keep}</Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            {texts.deleteYes}
          </Button>
        </>
      }
    >
      <p id="delete-segment">{texts.deleteText}</p>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}
