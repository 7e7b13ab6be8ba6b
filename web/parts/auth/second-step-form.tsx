import type { Session } from '@supabase/supabase-js'
import { type FormEvent, useState } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { type TwoStepTexts, twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { ApiError } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { CodeField } from './code-field.tsx'
import { useFocusFirstError } from '#web/kit/forms/focus-first-error.ts'
import { useNow } from '#web/parts/time/relative-times.ts'
import { proveWithApp, proveWithRecoveryCode, type Refused } from './second-step.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

export type SecondStepWay = 'app' | 'recovery'

type Props = {
  session: Session
  way: SecondStepWay
  onWay: (way: SecondStepWay) => void
  onOtherAccount: () => void
}

/** On success, the session changes by itself. */
export function SecondStepForm({ session, way, onWay, onOtherAccount }: Props) {
  const texts = useTexts(twoStepTexts)
  const words = useTexts(authTexts)
  const [form, focusFirstError] = useFocusFirstError()
  const apps = session.user.factors?.filter(factor => factor.status === 'verified') ?? []
  const [app, setApp] = useState(apps[0]?.id ?? '')
  const [code, setCode] = useState('')
  const byApp = way === 'app'
  const { busy, problem, setProblem, perform } = useAction({
    onProblem() {
      if (byApp) setCode('')
      focusFirstError()
    },
  })

  async function prove(typed: string) {
    if (busy) return
    const missing = byApp
      ? typed.length < 6
        ? texts.codeMissing
        : undefined
      : typed
        ? undefined
        : texts.recoveryMissing
    setProblem(missing)
    if (missing) return focusFirstError()
    await perform(async () => {
      const refused = byApp ? await proveWithApp(app, typed) : await proveWithRecoveryCode(session, typed)
      if (refused) throw new ApiError(refused, problemOf(refused, texts, words.unreachable, byApp), 0)
      if (!byApp) showToast(texts.recoveryDone)
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void prove(code.trim())
  }

  return (
    <form ref={form} className="second-step" onSubmit={submit} noValidate>
      {byApp && apps.length > 1 && (
        <div className="field">
          <label htmlFor="second-step-app">{texts.app}</label>
          <select id="second-step-app" className="input" value={app} onChange={event => setApp(event.target.value)}>
            {apps.map(factor => (
              <option key={factor.id} value={factor.id}>
                {factor.friendly_name ?? texts.app}
              </option>
            ))}
          </select>
        </div>
      )}
      {byApp ? (
        <CodeField
          label={texts.code}
          labelHidden
          autoFocus
          hint={<CodeHint texts={texts} />}
          error={problem}
          value={code}
          onValue={digits => {
            setCode(digits)
            setProblem(undefined)
            if (digits.length === 6) void prove(digits)
          }}
        />
      ) : (
        <Field
          label={texts.recoveryCode}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          className="num"
          value={code}
          error={problem}
          onValue={typed => {
            setCode(typed)
            setProblem(undefined)
          }}
        />
      )}
      <Button type="submit" look="filled" size="lg" busy={busy} busyText={texts.confirming}>
        {texts.confirm}
      </Button>
      <div className="row flex-wrap justify-between">
        <Button
          look="quiet"
          size="sm"
          icon={byApp ? 'key' : 'smartphone'}
          onClick={() => {
            setCode('')
            setProblem(undefined)
            onWay(byApp ? 'recovery' : 'app')
          }}
        >
          {byApp ? texts.toRecovery : texts.toApp}
        </Button>
        <Button look="quiet" size="sm" onClick={onOtherAccount}>
          {words.otherAccount}
        </Button>
      </div>
    </form>
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
