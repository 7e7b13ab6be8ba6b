// The double-submit token of the public forms: 64 hexadecimal characters (32 random bytes), made by the browser, kept in its
// storage and in a strict same-site cookie. A page of another site can send neither the header nor a cookie that agrees with it.

export const securityTokenName = 'security_token'
export const securityTokenHeader = 'x-security-token'

/** Under TLS the name itself says that nobody but this very host has set it. */
export function securityCookieName(secure: boolean): string {
  return secure ? `__Host-${securityTokenName}` : securityTokenName
}

export function isSecurityToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
