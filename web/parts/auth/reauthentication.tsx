import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { signIn } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { authErrorText, wordsForAuth } from './auth-error-text.ts'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { useHumanCheck } from './human-check.tsx'
import { problemOf } from './second-step-form.tsx'
import { proveWithApp } from './second-step.ts'
import { sendMail, takeMailedCode } from './send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

export type Reauthentication = {
  field: ReactNode
  /** Returns whether it succeeded; if not, the field says why. */
  prove(): Promise<boolean>
}

/** Uses the authenticator app if there is one, else the password or a mailed code. */
export function useReauthentication(): Reauthentication {
  const texts = useTexts(accountTexts)
  const words = useTexts(authTexts)
  const steps = useTexts(twoStepTexts)
  const human = useHumanCheck()
  const { session } = useSession()
  const email = session?.user.email ?? ''
  const app = useAuthenticatorApp()
  const [mailed, setMailed] = useState(false)
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string>()
  const byCode = app !== undefined || mailed

  function type(value: string) {
    setSecret(value)
    setProblem(undefined)
  }

  async function prove(): Promise<boolean> {
    const missing = byCode ? secret.length < 6 : secret === ''
    if (missing) return refuse(byCode ? texts.proveCodeMissing : texts.provePasswordMissing)
    if (app) {
      const refused = await proveWithApp(app, secret)
      return refused === undefined || refuse(problemOf(refused, steps, words.unreachable))
    }
    if (mailed) {
      const error = await takeMailedCode('link', email, secret)
      return error === null || refuse(authErrorText(error, words))
    }
    const token = await human.ask()
    if (token === undefined) return false
    const before = sessionIdOf(session?.access_token)
    const error = await signIn(email, secret, token)
    if (human.refused(error)) return false
    // The previous session was this same browser and would be listed as another device.
    if (!error && before)
      await call('DELETE /api/v1/account/sessions/:id', { params: { id: before } }).catch(() => undefined)
    return error === null || refuse(authErrorText(error, words))
  }

  function refuse(why: string): false {
    setProblem(why)
    return false
  }

  const mailing = useAction({ wordsOf: wordsForAuth(words), onProblem: setProblem })
  const mail = () =>
    mailing.perform(async () => {
      if (!(await human.prove(proof => sendMail('link', email, proof)))) return
      setSecret('')
      setMailed(true)
    })

  const field = (
    <div className="stack">
      {mailed && <Notice tone="ok">{fill(texts.proveMailSent, { email })}</Notice>}
      {byCode ? (
        <CodeField
          label={app ? texts.proveCode : texts.proveMailed}
          small
          value={secret}
          error={problem}
          onValue={type}
        />
      ) : (
        <>
          <PasswordField
            label={texts.provePassword}
            name="password"
            autoComplete="current-password"
            value={secret}
            onValue={type}
            error={problem}
            show={words.showPassword}
            hide={words.hidePassword}
          />
          <div>
            <Button look="quiet" size="sm" icon="mail" busy={mailing.busy} onClick={() => void mail()}>
              {texts.proveMail}
            </Button>
          </div>
        </>
      )}
      {human.dialog}
    </div>
  )
  return { field, prove }
}

function sessionIdOf(token: string | undefined): string | undefined {
  const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  if (!payload) return undefined
  const { session_id: id } = JSON.parse(atob(payload)) as { session_id?: unknown }
  return typeof id === 'string' ? id : undefined
}

function useAuthenticatorApp(): string | undefined {
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: ['two-step', session?.user.id],
    async queryFn() {
      const { data: factors, error } = await client().auth.mfa.listFactors()
      if (error) throw error
      return factors.totp
    },
  })
  return data?.[0]?.id
}
