import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { accepted, wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import type { Passkey } from '#web/parts/auth/passkeys.ts'
import { fill } from '#web/parts/language/texts.ts'

type Props = { passkey: Passkey; onSaved(): Promise<unknown>; onClose(): void }

export function RenamePasskeyDialog({ passkey, onSaved, onClose }: Props) {
  const texts = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const form = useForm({
    start: { name: passkey.friendly_name },
    check: ({ name }) => ({ name: name.trim() === '' ? texts.nameMissing : undefined }),
    async save({ name }) {
      const friendlyName = name.trim()
      await accepted(client().auth.passkey.update({ passkeyId: passkey.id, friendlyName }))
      await onSaved()
      showToast(fill(texts.renamed, { name: friendlyName }))
      onClose()
    },
    wordsOf: wordsForAuth(words),
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={texts.renameTitle}
      cancel={texts.cancel}
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <Field
        label={texts.name}
        name="passkey"
        autoComplete="off"
        autoFocus
        required
        maxLength={120}
        hint={texts.nameHint}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
