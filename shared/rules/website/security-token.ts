// Double-submit token of the public forms: 32 random bytes in hex, kept in the browser's storage and a strict same-site cookie. Another
// site can send neither the header nor a matching cookie.

export const securityTokenName = 'security_token'
export const securityTokenHeader = 'x-security-token'

/** `__Host-`: browsers let only this very host set it. */
export function securityCookieName(secure: boolean): string {
  return secure ? `__Host-${securityTokenName}` : securityTokenName
}

export function isSecurityToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
