import { useEffect } from 'react'
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
  const { ref } = form.props
  const { byPasskey } = proof
  // Nothing is to be typed: Enter goes on.
  useEffect(() => {
    if (byPasskey) ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [byPasskey, ref])
  return (
    <FormDialog
      form={form}
      title={texts.proveTitle}
      cancel={texts.cancel}
      save={texts.goOn}
      busyText={texts.proving}
      onClose={onClose}
    >
      <p className="soft">{texts.proveText}</p>
      {proof.field}
    </FormDialog>
  )
}
