export const errorVariants = ['closed', 'invalid', 'halfWay', 'denied', 'notFound', 'general'] as const
export type ErrorVariant = (typeof errorVariants)[number]

const variants: Record<string, ErrorVariant> = {
  otp_expired: 'closed',
  flow_state_expired: 'closed',
  bad_jwt: 'closed',
  session_not_found: 'closed',
  refresh_token_not_found: 'closed',
  refresh_token_already_used: 'closed',
  bad_code_verifier: 'invalid',
  flow_state_not_found: 'invalid',
  validation_failed: 'invalid',
  invalid_link: 'invalid',
  bad_oauth_state: 'invalid',
  confirm_other_address: 'halfWay',
  access_denied: 'denied',
  not_found: 'notFound',
}

export function errorVariantOf(code: string): ErrorVariant {
  return Object.hasOwn(variants, code) ? (variants[code] ?? 'general') : 'general'
}

export function errorLine(code: string, description: string): string {
  return [code, description].filter(Boolean).join(' · ').slice(0, 300)
}
