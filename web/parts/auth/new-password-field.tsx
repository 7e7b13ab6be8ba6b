import type { AuthTexts } from '#shared/texts/account/auth-texts.ts'
import { PasswordField } from '#web/kit/forms/field.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { fill } from '#web/parts/language/texts.ts'
import { passwordStrength } from './password-strength.ts'

export function NewPasswordField({
  texts,
  label,
  value,
  error,
  autoFocus,
  onValue,
  onBlur,
}: {
  texts: AuthTexts
  label: string
  value: string
  error: string | undefined
  autoFocus?: boolean
  onValue: (value: string) => void
  onBlur?: () => void
}) {
  const { passwordMinLength } = pageConfig()
  const level = passwordStrength(value, passwordMinLength)
  const missing = passwordMinLength - [...value].length
  const hints = [
    fill(texts.passwordHint, { count: passwordMinLength }),
    fill(texts.passwordTooShort, { count: missing }),
    texts.passwordWeak,
    texts.passwordGood,
    texts.passwordStrong,
  ]
  return (
    <PasswordField
      label={label}
      name="new-password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      required
      value={value}
      onValue={onValue}
      onBlur={onBlur}
      hint={hints[level]}
      error={error}
      show={texts.showPassword}
      hide={texts.hidePassword}
      below={
        <div className="strength" data-level={level} aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      }
    />
  )
}

export function newPasswordProblem(texts: AuthTexts, password: string, email: string): string | undefined {
  const { passwordMinLength } = pageConfig()
  if (password === '') return texts.passwordMissing
  if ([...password].length < passwordMinLength) return fill(texts.passwordShort, { count: passwordMinLength })
  if (email && password.toLowerCase() === email.trim().toLowerCase()) return texts.passwordIsEmail
  return undefined
}
