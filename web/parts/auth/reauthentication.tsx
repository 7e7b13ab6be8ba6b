import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { accountTexts } from '#shared/texts/account/account-texts.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { twoStepTexts } from '#shared/texts/account/two-step-texts.ts'
import { call } from '#web/data/api.ts'
import { client } from '#web/data/client.ts'
import { useTexts } from '#web/data/language.tsx'
import { claimsOf } from '#web/data/session/session-state.ts'
import { useSession } from '#web/data/session/session.tsx'
import { signIn } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { authErrorText, wordsForAuth } from './auth-error-text.ts'
import { CodeField } from '#web/kit/forms/code-field.tsx'
import { useHumanCheck } from './human-check.tsx'
import { passkeyProblem, proveByPasskey, usePasskeys } from './passkeys.ts'
import { problemOf } from './second-step-form.tsx'
import { proveWithApp } from './second-step.ts'
import { sendMail, takeMailedCode } from './send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useAction } from '#web/kit/use-action.ts'

export type Reauthentication = {
  field: ReactNode
  /** By a passkey: nothing is typed. */
  byPasskey: boolean
  /** Returns whether it succeeded; if not, the field says why. */
  prove(): Promise<boolean>
}

/** Uses the authenticator app or a passkey if there is one, else the password or a mailed code. */
export function useReauthentication(): Reauthentication {
  const texts = useTexts(accountTexts)
  const words = useTexts(authTexts)
  const steps = useTexts(twoStepTexts)
  const human = useHumanCheck()
  const { session } = useSession()
  const email = session?.user.email ?? ''
  const app = useAuthenticatorApp()
  const keys = useTexts(passkeysTexts)
  const { data: passkeys = [] } = usePasskeys()
  const [mailed, setMailed] = useState(false)
  const [chosen, setChosen] = useState<'passkey' | 'other'>()
  const byPasskey = passkeys.length > 0 && (chosen ?? (app ? 'other' : 'passkey')) === 'passkey'
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string>()
  const byCode = app !== undefined || mailed

  function type(value: string) {
    setSecret(value)
    setProblem(undefined)
  }

  async function prove(): Promise<boolean> {
    if (byPasskey) {
      // Another account's key would bring another person.
      const among = passkeys.map(({ credential_id: id }) => id)
      const refused = await proveByPasskey(session?.access_token, { among })
      return refused === undefined || refuse(passkeyProblem(refused, keys, words))
    }
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
    const before = claimsOf(session?.access_token ?? '')['session_id']
    const error = await signIn(email, secret, token)
    if (human.refused(error)) return false
    // The previous session was this same browser and would be listed as another device.
    if (!error && typeof before === 'string')
      await call('DELETE /api/v1/account/sessions/:id', { params: { id: before } }).catch(() => undefined)
    return error === null || refuse(authErrorText(error, words))
  }

  function refuse(why: string | undefined): false {
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

  function choose(way: 'passkey' | 'other') {
    setChosen(way)
    setProblem(undefined)
  }

  const field = byPasskey ? (
    <div className="stack">
      <p>{keys.proveWith}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div>
        <Button look="quiet" size="sm" onClick={() => choose('other')}>
          {keys.proveOtherwise}
        </Button>
      </div>
    </div>
  ) : (
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
      {passkeys.length > 0 && (
        <div>
          <Button look="quiet" size="sm" icon="key" onClick={() => choose('passkey')}>
            {keys.proveByPasskey}
          </Button>
        </div>
      )}
      {human.dialog}
    </div>
  )
  return { field, byPasskey, prove }
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
