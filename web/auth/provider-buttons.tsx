import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { ssoSignInTexts } from '#shared/texts/team/sso-sign-in-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { goToProvider } from '#web/data/session/sign-in.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { wordsForAuth } from '#web/parts/auth/auth-error-text.ts'
import { type OtherWay, pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { saveReturnPath } from '#web/parts/auth/return-path.ts'
import { ssoProblemText } from './sso-form.tsx'
import './provider-buttons.css'

/** Nothing unless a provider's keys are configured. */
export function ProviderButtons({ afterwards }: { afterwards: string | undefined }) {
  const texts = useTexts(authTexts)
  const { otherWays } = pageConfig()
  const { doing: leaving, problem, perform } = useAction({ once: true, wakes: true, wordsOf: wordsForAuth(texts) })

  if (otherWays.length === 0) return null

  const leave = ({ provider }: OtherWay) =>
    perform(async () => {
      if (afterwards) saveReturnPath(afterwards)
      const error = await goToProvider(provider)
      if (error) throw error
    }, provider)

  return (
    <div className="other-ways">
      {otherWays.map(way => (
        <Button
          key={way.provider}
          size="lg"
          busy={leaving === way.provider}
          busyText={fill(texts.goingTo, { name: way.title })}
          onClick={() => void leave(way)}
        >
          <ProviderMark provider={way.provider} />
          {fill(texts.continueWith, { name: way.title })}
        </Button>
      ))}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p className="divider other-ways-or">{texts.orByEmail}</p>
    </div>
  )
}

export function ProviderError({ code }: { code: string | null }) {
  const texts = useTexts(authTexts)
  const sso = useTexts(ssoSignInTexts)
  if (!code) return null
  const ssoProblem = ssoProblemText(code, sso)
  if (ssoProblem) return <Notice tone="warning">{ssoProblem}</Notice>
  if (code === 'provider_email_needs_verification') return <Notice tone="info">{texts.wayNeedsMail}</Notice>
  const problems: Record<string, string> = {
    bad_oauth_callback: texts.wayRefused,
    bad_oauth_state: texts.wayTooLate,
    signup_disabled: texts.signUpClosed,
    user_banned: texts.locked,
  }
  return <Notice tone="warning">{(Object.hasOwn(problems, code) && problems[code]) || texts.wayFailed}</Notice>
}

/** Official logos, in their colours and proportions; a key for others. */
function ProviderMark({ provider }: { provider: string }) {
  if (provider === 'google') {
    return (
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path
          d="M17 9.2c0-.6-.1-1.1-.2-1.6H9v3h4.5a3.9 3.9 0 0 1-1.7 2.5v2h2.7C16.1 13.7 17 11.7 17 9.2Z"
          fill="#4285F4"
        />
        <path
          d="M9 17.3c2.2 0 4.1-.7 5.5-2l-2.7-2c-.7.5-1.7.8-2.8.8-2.1 0-4-1.4-4.6-3.4H1.6v2.1A8.3 8.3 0 0 0 9 17.3Z"
          fill="#34A853"
        />
        <path d="M4.4 10.6a5 5 0 0 1 0-3.2V5.3H1.6a8.3 8.3 0 0 0 0 7.4l2.8-2.1Z" fill="#FBBC05" />
        <path d="M9 4c1.2 0 2.3.4 3.1 1.2l2.4-2.4A8.3 8.3 0 0 0 1.6 5.3l2.8 2.1C5 5.4 6.9 4 9 4Z" fill="#EA4335" />
      </svg>
    )
  }
  if (provider === 'facebook') {
    return (
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="8.5" fill="#1877F2" />
        <path
          d="M9.9 17.4v-6.2h2l.4-2.4H9.9V7.3c0-.7.3-1.3 1.3-1.3h1.2V4c-.5-.1-1.1-.2-1.7-.2-1.9 0-3.1 1.1-3.1 3.2v1.8H5.5v2.4h2.1v6.2Z"
          fill="#fff"
        />
      </svg>
    )
  }
  return <Icon name="key" />
}
