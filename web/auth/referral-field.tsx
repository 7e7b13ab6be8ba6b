import { useState } from 'react'
import { cookieOf, readReferralCode, referralCookie, referralPolicy } from '#shared/rules/money/referral.ts'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** The code remembered by the browser; undefined: none. */
export function rememberedReferral(): string | undefined {
  return readReferralCode(cookieOf(document.cookie, referralCookie))
}

export function isNoReferral(code: string | undefined): boolean {
  return code !== undefined && code.trim() !== '' && !readReferralCode(code)
}

export function ReferralField({
  code,
  error,
  onCode,
}: {
  code: string | undefined
  error: string | undefined
  onCode(code: string): void
}) {
  const texts = useTexts(authTexts)
  const [asked] = useState(code === undefined)
  if (code === undefined)
    return (
      <button type="button" className="link auth-referral" onClick={() => onCode('')}>
        {texts.haveReferral}
      </button>
    )
  const discount = `${referralPolicy.friendDiscountBp / 100}%`
  return (
    <Field
      label={texts.referralCode}
      name="referral"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus={asked}
      maxLength={20}
      className="num"
      hint={fill(texts.referralHint, { discount })}
      error={error}
      value={code}
      onValue={onCode}
    />
  )
}
