import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Workspace } from '#web/data/wire-rows.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useShopsChanged } from './my-shops.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function RenameShopDialog({ shop, onClose }: { shop: Workspace; onClose(): void }) {
  const texts = useTexts(accountTexts)
  const changed = useShopsChanged()
  const form = useForm({
    start: { name: shop.name },
    check: ({ name }) => ({ name: name.trim() === '' ? texts.renameMissing : undefined }),
    async save({ name }) {
      await call('PATCH /api/v1/workspace', { body: { name: name.trim() }, workspace: shop.id })
      showToast(fill(texts.renamed, { name: name.trim() }))
      onClose()
      await changed()
    },
    fieldOf: () => 'name',
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={texts.renameTitle}
      cancel={texts.later}
      save={texts.renameNow}
      busyText={texts.working}
      onClose={onClose}
    >
      <Field
        label={texts.renameField}
        name="shop"
        autoComplete="organization"
        autoFocus
        required
        maxLength={80}
        hint={texts.renameHint}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
