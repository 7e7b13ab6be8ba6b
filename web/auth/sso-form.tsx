import { Link } from 'react-router'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { type SsoSignInTexts, ssoSignInTexts } from '#shared/texts/team/sso-sign-in-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { recordLeaving } from '#web/data/session/link-request.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { saveReturnPath } from '#web/parts/auth/return-path.ts'
import { EmailField } from '#web/parts/forms/common-fields.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { emailProblem } from './ask-for-mail.tsx'
import { AuthHead } from './auth-layout.tsx'
import type { AuthModeProps } from './auth-mode.ts'

/** The domain of the address names the provider, where the browser goes on. */
export function SsoForm({ email, onEmail, linkTo, afterwards, notice }: AuthModeProps) {
  const texts = useTexts(ssoSignInTexts)
  const words = useTexts(authTexts)
  const form = useForm({
    start: { email },
    onChange: change => change.email !== undefined && onEmail(change.email),
    check: typed => ({ email: emailProblem(words, typed.email) }),
    async save(typed) {
      const { url } = await call('POST /api/v1/sso/find', { body: { email: typed.email.trim() }, repeatable: true })
      if (afterwards) saveReturnPath(afterwards)
      recordLeaving()
      location.assign(url)
    },
    fieldOf: () => 'email',
    once: true,
    wakes: true,
  })
  usePageTitle(texts.title)

  return (
    <form {...form.props} className="auth-form">
      {notice}
      <AuthHead title={texts.title}>{texts.text}</AuthHead>
      <EmailField label={texts.email} {...form.field('email')} />
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <Button type="submit" look="filled" size="lg" busy={form.busy} busyText={texts.going}>
        {texts.go}
      </Button>
      <Link className="link link-alone justify-self-center" to={linkTo('sign-in')}>
        {texts.back}
      </Link>
    </form>
  )
}

/** Why the way through a provider ended without a session. */
export function ssoProblemText(code: string, texts: SsoSignInTexts): string | undefined {
  const problem = /^sso_(\w+)$/.exec(code)?.[1] ?? ''
  const words = Object.entries(texts).find(([name]) => name === problem)?.[1]
  return code.startsWith('sso_') ? (words ?? texts.failed) : undefined
}
