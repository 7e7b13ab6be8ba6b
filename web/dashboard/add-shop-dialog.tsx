import { useQueryClient } from '@tanstack/react-query'
import { frameTexts } from '#shared/texts/dashboard/frame-texts.ts'
import { call } from '#web/data/api.ts'
import { saveWorkspaceChoice } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'

export function AddShopDialog({ onOpened, onClose }: { onOpened(id: string): void; onClose(): void }) {
  const texts = useTexts(frameTexts)
  const queries = useQueryClient()
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? texts.shopNameMissing : undefined }),
    async save({ name }) {
      const made = await call('POST /api/v1/workspaces', { body: { name: name.trim() } })
      saveWorkspaceChoice(made.id)
      await queries.invalidateQueries({ queryKey: ['workspaces'] })
      showToast(fill(texts.opened, { name: made.name }))
      onClose()
      onOpened(made.id)
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={texts.openShopTitle}
      cancel={texts.later}
      save={texts.openNow}
      busyText={texts.opening}
      onClose={onClose}
    >
      <p className="soft">{texts.openShopText}</p>
      <Field
        label={texts.shopName}
        name="shop"
        autoComplete="organization"
        autoFocus
        required
        maxLength={80}
        hint={texts.shopNameHint}
        {...form.field('name')}
      />
      <p className="hint">{texts.openShopLimit}</p>
    </FormDialog>
  )
}
