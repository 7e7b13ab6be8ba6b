import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { SsoDomain } from './sso-settings.ts'
import { SsoDialog } from './sso-dialog.tsx'

export function RemoveSsoDialog({ onRemoved, onClose }: { onRemoved: () => void; onClose: () => void }) {
  const texts = useTexts(ssoTexts)
  const remove = async () => {
    await call('DELETE /api/v1/sso')
    showToast(texts.removedAll)
  }
  return (
    <ProvenDialog
      title={texts.removeTitle}
      text={texts.removeText}
      act={texts.remove}
      run={remove}
      onDone={onRemoved}
      onClose={onClose}
    />
  )
}

type DomainProps = { domain: SsoDomain; onRemoved: () => void; onClose: () => void }

export function RemoveDomainDialog({ domain: { id, domain }, onRemoved, onClose }: DomainProps) {
  const texts = useTexts(ssoTexts)
  const remove = async () => {
    await call('DELETE /api/v1/sso/domains/:id', { params: { id } })
    showToast(fill(texts.removed, { domain }))
  }
  return (
    <ProvenDialog
      title={fill(texts.removeDomainTitle, { domain })}
      text={texts.removeDomainText}
      act={texts.removeDomain}
      run={remove}
      onDone={onRemoved}
      onClose={onClose}
    />
  )
}

type ProvenProps = {
  title: string
  text: string
  act: string
  run: () => Promise<void>
  onDone: () => void
  onClose: () => void
}

function ProvenDialog({ title, text, act, run, onDone, onClose }: ProvenProps) {
  const texts = useTexts(ssoTexts)
  const proof = useReauthentication()
  const form = useForm({
    start: {},
    async save() {
      if (!(await proof.prove())) return false
      await run()
      onDone()
      onClose()
      return true
    },
  })
  return (
    <SsoDialog
      form={form}
      role="alertdialog"
      title={title}
      cancel={texts.keep}
      save={act}
      busyText={texts.removeBusy}
      look="danger"
      onClose={onClose}
    >
      <p className="soft">{text}</p>
      {proof.field}
    </SsoDialog>
  )
}
