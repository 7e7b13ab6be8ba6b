import { isAuthError } from '@supabase/auth-js'
import { useRef, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { accepted, authCodeOf } from '#web/parts/auth/auth-error-text.ts'
import { forgetInBrowser, type Passkey, passkeyProblem } from '#web/parts/auth/passkeys.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ProveDialog } from './prove-dialog.tsx'

type Props = { passkey: Passkey; isLast: boolean; onRemoved(): Promise<unknown>; onClose(): void }

export function RemovePasskeyDialog({ passkey, isLast, onRemoved, onClose }: Props) {
  const texts = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const [proving, setProving] = useState(false)
  // The question does not end as one that is answered.
  const handedOver = useRef(false)
  const { id, friendly_name: name, credential_id: credentialId } = passkey

  async function remove() {
    await accepted(client().auth.passkey.delete({ passkeyId: id }))
    forgetInBrowser(credentialId)
    // The session may have come down with it: all tabs get the new token.
    await client().auth.refreshSession()
    await onRemoved()
    showToast(fill(texts.removed, { name }))
  }

  async function askAndRemove() {
    try {
      await remove()
    } catch (error) {
      const code = authCodeOf(error)
      if (code !== 'reauthentication_needed' && code !== 'insufficient_aal') throw error
      handedOver.current = true
      setProving(true)
    }
  }

  if (proving) return <ProveDialog onProved={() => remove().then(onClose)} wordsOf={wordsOf} onClose={onClose} />
  return (
    <ConfirmDialog
      title={fill(texts.removeTitle, { name })}
      keep={texts.keep}
      act={texts.remove}
      busyText={texts.removing}
      run={askAndRemove}
      wordsOf={wordsOf}
      onClose={() => handedOver.current || onClose()}
    >
      <p>{texts.removeText}</p>
      {isLast && <p>{texts.removeLast}</p>}
    </ConfirmDialog>
  )

  function wordsOf(error: unknown): string {
    if (!isAuthError(error)) return messageOf(error)
    return passkeyProblem(error.code ?? 'client.offline', texts, words) ?? texts.refused
  }
}
