import { customerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import type { SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import { call, isConflict, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Segment, useSegmentsChanged } from './read-segments.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'

type Named = { segment: Segment } | { definition: SegmentNode }

/** Renames a group, or saves conditions under a name. */
export function NameDialog({
  onClose,
  onDone,
  ...named
}: Named & {
  onClose(): void
  onDone(saved: Segment): void
}) {
  const texts = useTexts(customerSegmentsTexts)
  const changed = useSegmentsChanged()
  const form = useForm({
    start: { name: 'segment' in named ? named.segment.name : '' },
    check: ({ name }) => ({ name: name.trim() ? undefined : texts.nameNeeded }),
    async save({ name }) {
      const body = { name: name.trim() }
      const saved =
        'segment' in named
          ? await call('PATCH /api/v1/segments/:id', { params: { id: named.segment.id }, body })
          : await call('POST /api/v1/segments', { body: { ...body, definition: named.definition } })
      await changed()
      onDone(saved)
    },
    fieldOf: () => 'name',
    once: true,
    wordsOf: error => (isConflict(error) ? texts.nameTaken : messageOf(error)),
  })

  return (
    <FormDialog
      form={form}
      title={'segment' in named ? texts.rename : texts.save}
      className=""
      cancel={texts.cancel}
      save={texts.save}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} maxLength={60} autoFocus {...form.field('name')} />
    </FormDialog>
  )
}

export function DeleteDialog({ segment, onClose, onDone }: { segment: Segment; onClose(): void; onDone(): void }) {
  const texts = useTexts(customerSegmentsTexts)
  const changed = useSegmentsChanged()
  return (
    <ConfirmDialog
      title={fill(texts.deleteTitle, { name: segment.name })}
      className=""
      keep={texts.keep}
      act={texts.deleteYes}
      run={async () => {
        await call('DELETE /api/v1/segments/:id', { params: { id: segment.id } })
        await changed()
        onDone()
      }}
      onClose={onClose}
    >
      <p>{texts.deleteText}</p>
    </ConfirmDialog>
  )
}
