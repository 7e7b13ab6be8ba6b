import { ssoTexts } from '#shared/texts/team/sso-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useReauthentication } from '#web/parts/auth/reauthentication.tsx'
import { RuleBox } from '../rule-box.tsx'
import { hoursInWords, type Sso } from './sso-settings.ts'
import { SsoDialog } from './sso-dialog.tsx'

const offered = [8, 12, 24, 72, 168, 720]

export function ProviderDialog({ sso, onSaved, onClose }: { sso: Sso; onSaved: () => void; onClose: () => void }) {
  const texts = useTexts(ssoTexts)
  const { connection } = sso
  const proof = useReauthentication()
  const form = useForm({
    start: {
      issuer: connection?.issuer ?? '',
      client_id: connection?.client_id ?? '',
      client_secret: '',
      joins: connection?.joins ?? true,
      session_hours: connection?.session_hours ?? 24,
    },
    check: ({ issuer, client_id, client_secret }) => ({
      issuer: issuer.trim() ? undefined : texts.missing,
      client_id: client_id.trim() ? undefined : texts.missing,
      client_secret: client_secret || connection ? undefined : texts.missing,
    }),
    async save({ client_secret: secret, ...values }) {
      if (!(await proof.prove())) return false
      await call('PUT /api/v1/sso', { body: { ...values, ...(secret && { client_secret: secret }) } })
      showToast(texts.saved)
      onSaved()
      onClose()
      return true
    },
    fieldOf: error =>
      !(error instanceof ApiError)
        ? undefined
        : error.code === 'sso.secret_missing'
          ? 'client_secret'
          : error.code.startsWith('sso.issuer_')
            ? 'issuer'
            : undefined,
  })
  const plain = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const
  const { joins, session_hours: hours } = form.values
  return (
    <SsoDialog form={form} title={texts.formTitle} save={texts.save} busyText={texts.saving} onClose={onClose}>
      <Field
        label={texts.issuer}
        hint={texts.issuerHint}
        inputMode="url"
        maxLength={500}
        {...plain}
        {...form.field('issuer')}
      />
      <Field label={texts.clientId} maxLength={500} {...plain} {...form.field('client_id')} />
      <Field
        label={texts.secret}
        hint={connection ? texts.secretStays : texts.secretHint}
        type="password"
        maxLength={2000}
        {...plain}
        autoComplete="new-password"
        {...form.field('client_secret')}
      />
      {!connection && <p className="hint">{texts.returnLater}</p>}
      <div className="team-roles">
        <RuleBox label={texts.joins} hint={texts.joinsHint} checked={joins} onCheck={on => form.set({ joins: on })} />
      </div>
      <SelectField
        label={texts.hours}
        value={String(hours)}
        options={[...new Set([...offered, hours])]
          .toSorted((a, b) => a - b)
          .map(one => ({ value: String(one), text: hoursInWords(one, texts) }))}
        onChoose={one => form.set({ session_hours: Number(one) })}
      />
      {proof.field}
    </SsoDialog>
  )
}
