import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { ssoSignInTexts } from '#shared/texts/team/sso-sign-in-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { signIn, signOutHere } from '#web/data/session/sign-in.ts'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { wordsForAuth } from './auth-error-text.ts'
import { useOnlyShop } from './person.ts'
import { useHumanCheck } from './human-check.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStepForm, type SecondStepWay } from './second-step-form.tsx'
import { sendMail } from './send-mail.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useAction } from '#web/kit/use-action.ts'

/** Keeps the open screen and its input. Signing in from another tab or by a mailed link works too. */
export function SignInAgain() {
  const texts = useTexts(authTexts)
  const { session, unproven } = useSession()
  const [open, setOpen] = useState(true)
  const [way, setWay] = useState<SecondStepWay>('app')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const email = session?.user.email ?? ''
  const isShops = useOnlyShop() !== undefined

  async function asSomebodyElse() {
    await signOutHere()
    void navigate(`${addresses.auth}?${new URLSearchParams({ next: pathname + search })}`)
  }

  return (
    <>
      <div className="offline-bar" role="status">
        <Icon name="lock" />
        <span>{texts.endedBar}</span>
        <Button size="sm" onClick={() => setOpen(true)}>
          {texts.endedAgain}
        </Button>
      </div>
      <Dialog open={open} role="alertdialog" title={texts.endedTitle} onClose={() => setOpen(false)}>
        {unproven ? (
          <SecondStepForm session={unproven} way={way} onWay={setWay} onOtherAccount={() => void asSomebodyElse()} />
        ) : isShops ? (
          <SsoAgain email={email} onLater={() => setOpen(false)} onOtherAccount={() => void asSomebodyElse()} />
        ) : (
          <PasswordAgain email={email} onLater={() => setOpen(false)} onOtherAccount={() => void asSomebodyElse()} />
        )}
      </Dialog>
    </>
  )
}

type Props = { email: string; onLater: () => void; onOtherAccount: () => void }

/** In another tab, so that what is typed here stays. */
function SsoAgain({ email, onLater, onOtherAccount }: Props) {
  const texts = useTexts(authTexts)
  const sso = useTexts(ssoSignInTexts)
  return (
    <div className="stack gap-4">
      <p className="soft">{texts.endedText}</p>
      <p className="break-all">
        <b>{email}</b>
      </p>
      <div>
        <Button look="quiet" size="sm" onClick={onOtherAccount}>
          {texts.otherAccount}
        </Button>
      </div>
      <div className="dialog-foot">
        <Button onClick={onLater}>{texts.endedLater}</Button>
        <a
          className={buttonClass('filled')}
          href={`${addresses.auth}?mode=sso`}
          target="_blank"
          rel="noopener"
          autoFocus
        >
          {sso.ask}
        </a>
      </div>
    </div>
  )
}

function PasswordAgain({ email, onLater, onOtherAccount }: Props) {
  const texts = useTexts(authTexts)
  const { signIn: byPasskey } = useTexts(passkeysTexts)
  const human = useHumanCheck()
  const form = useForm({
    start: { password: '' },
    check: ({ password }) => ({ password: password === '' ? texts.passwordMissing : undefined }),
    save: ({ password }) => human.prove(token => signIn(email, password, token)),
    fieldOf: () => 'password',
    wordsOf: wordsForAuth(texts),
  })
  const mailing = useAction({ wordsOf: wordsForAuth(texts) })
  const [mailed, setMailed] = useState(false)
  const mailLink = () =>
    mailing.perform(async () => setMailed(await human.prove(token => sendMail('link', email, token))))

  return (
    <form {...form.props} className="stack gap-4" onFocus={human.prepare}>
      <p className="soft">{texts.endedText}</p>
      <p className="break-all">
        <b>{email}</b>
      </p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={texts.password}
        name="password"
        autoComplete="current-password"
        autoFocus
        required
        {...form.field('password')}
        show={texts.showPassword}
        hide={texts.hidePassword}
      />
      <PasskeyButton accessToken={undefined} label={byPasskey} size="md" />
      {mailing.problem ? (
        <Notice tone="bad">{mailing.problem}</Notice>
      ) : (
        mailed && <Notice tone="ok">{fill(texts.endedLinkSent, { email })}</Notice>
      )}
      <div className="row flex-wrap justify-between">
        <Button look="quiet" size="sm" icon="mail" busy={mailing.busy} onClick={() => void mailLink()}>
          {texts.askLink}
        </Button>
        <Button look="quiet" size="sm" onClick={onOtherAccount}>
          {texts.otherAccount}
        </Button>
      </div>
      <div className="dialog-foot">
        <Button onClick={onLater}>{texts.endedLater}</Button>
        <Button type="submit" look="filled" busy={form.busy} busyText={texts.signingIn}>
          {texts.signIn}
        </Button>
      </div>
      {human.dialog}
    </form>
  )
}
