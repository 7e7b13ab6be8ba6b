import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'

type Props = { onProved(): unknown; wordsOf?: (error: unknown) => string; onClose(): void }

/** Adding and removing take a proof of the last quarter of an hour. */
export function ProveDialog({ onProved, wordsOf, onClose }: Props) {
  const texts = useTexts(passkeysTexts)
  const proof = useReauthentication()
  const form = useForm({
    start: {},
    save: async () => (await proof.prove()) && onProved(),
    ...(wordsOf && { wordsOf }),
  })
  return (
    <FormDialog
      form={form}
      title={texts.proveTitle}
      cancel={texts.cancel}
      save={texts.goOn}
      busyText={texts.proving}
      saveFirst={proof.byPasskey}
      onClose={onClose}
    >
      <p className="soft">{texts.proveText}</p>
      {proof.field}
    </FormDialog>
  )
}
