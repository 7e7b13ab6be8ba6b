import type { Session } from '@supabase/supabase-js'
import { useState } from 'react'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { type TwoStepTexts, twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { ApiError } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useCodeForm } from '#web/kit/forms/use-code-form.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useNow } from '#web/parts/time/relative-times.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { proveWithApp, proveWithRecoveryCode, type Refused } from './second-step.ts'
import { fill } from '#web/parts/language/texts.ts'
import './second-step.css'

export type SecondStepWay = 'app' | 'recovery'

type Props = {
  session: Session
  way: SecondStepWay
  onWay: (way: SecondStepWay) => void
  onOtherAccount: () => void
}

/** On success, the session changes by itself. */
export function SecondStepForm(props: Props) {
  return props.way === 'app' ? <AppForm {...props} /> : <RecoveryForm {...props} />
}

function AppForm(props: Props) {
  const { session } = props
  const texts = useTexts(twoStepTexts)
  const { unreachable } = useTexts(authTexts)
  const apps = session.user.factors?.filter(factor => factor.status === 'verified') ?? []
  const [app, setApp] = useState(apps[0]?.id ?? '')
  const form = useCodeForm({
    missing: texts.codeMissing,
    async save(code) {
      const refused = await proveWithApp(app, code)
      if (refused) throw new ApiError(refused, problemOf(refused, texts, unreachable), 0)
    },
  })
  return (
    <form {...form.props} className="second-step">
      {apps.length > 1 && (
        <SelectField
          label={texts.app}
          value={app}
          options={apps.map(factor => ({ value: factor.id, text: factor.friendly_name ?? texts.app }))}
          onChoose={setApp}
        />
      )}
      <CodeField label={texts.code} labelHidden autoFocus hint={<CodeHint texts={texts} />} {...form.field} />
      <Foot {...props} busy={form.busy} />
    </form>
  )
}

function RecoveryForm(props: Props) {
  const { session } = props
  const texts = useTexts(twoStepTexts)
  const { unreachable } = useTexts(authTexts)
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() ? undefined : texts.recoveryMissing }),
    async save({ code }) {
      const refused = await proveWithRecoveryCode(session, code.trim())
      if (refused) throw new ApiError(refused, problemOf(refused, texts, unreachable, false), 0)
      showToast(texts.recoveryDone)
    },
    fieldOf: () => 'code',
  })
  return (
    <form {...form.props} className="second-step">
      <Field
        label={texts.recoveryCode}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        className="num"
        {...form.field('code')}
      />
      <Foot {...props} busy={form.busy} />
    </form>
  )
}

function Foot({ session, way, onWay, onOtherAccount, busy }: Props & { busy: boolean }) {
  const texts = useTexts(twoStepTexts)
  const { use } = useTexts(passkeysTexts)
  const words = useTexts(authTexts)
  const byApp = way === 'app'
  return (
    <>
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.confirming}>
        {texts.confirm}
      </Button>
      <PasskeyButton accessToken={session.access_token} label={use} />
      <div className="row flex-wrap justify-between">
        <Button
          look="quiet"
          size="sm"
          icon={byApp ? 'key' : 'smartphone'}
          onClick={() => onWay(byApp ? 'recovery' : 'app')}
        >
          {byApp ? texts.toRecovery : texts.toApp}
        </Button>
        <Button look="quiet" size="sm" onClick={onOtherAccount}>
          {words.otherAccount}
        </Button>
      </div>
    </>
  )
}

export function CodeHint({ texts }: { texts: TwoStepTexts }) {
  const now = useNow(1000)
  return <span className="num">{fill(texts.codeHint, { seconds: 30 - (Math.floor(now / 1000) % 30) })}</span>
}

export function problemOf(refused: Refused, texts: TwoStepTexts, unreachable: string, byApp = true): string {
  if (refused === 'client.offline') return unreachable
  if (refused === 'over_request_rate_limit') return texts.codeTooMany
  return byApp ? texts.codeWrong : texts.recoveryWrong
}
