import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { RuleBox } from '../rule-box.tsx'
import type { SsoConnection } from './sso-settings.ts'
import { SsoDialog } from './sso-dialog.tsx'

type Props = { connection: SsoConnection; onSaved: () => void; onClose: () => void }

export function SwitchDialog({ connection, onSaved, onClose }: Props) {
  const texts = useTexts(ssoTexts)
  const proof = useReauthentication()
  const form = useForm({
    start: { enabled: connection.enabled, required: connection.required },
    async save({ enabled, required }) {
      if (!(await proof.prove())) return false
      await call('PUT /api/v1/sso/state', { body: { enabled, required: enabled && required } })
      showToast(texts.switched)
      onSaved()
      onClose()
      return true
    },
  })
  const { enabled, required } = form.values
  return (
    <SsoDialog
      form={form}
      title={texts.switchTitle}
      save={texts.switchSave}
      busyText={texts.switchSaving}
      onClose={onClose}
    >
      <div className="team-roles">
        <RuleBox
          label={texts.enable}
          hint={texts.enableHint}
          checked={enabled}
          onCheck={on => form.set({ enabled: on })}
        />
        <RuleBox
          label={texts.require}
          hint={texts.requireHint}
          checked={enabled && required}
          disabled={!enabled}
          onCheck={on => form.set({ required: on })}
        />
      </div>
      {enabled && required && !connection.required && <Notice tone="warning">{texts.requireWarning}</Notice>}
      {proof.field}
    </SsoDialog>
  )
}
