import {
  isSecurityToken,
  securityCookieName,
  securityTokenHeader,
  securityTokenName,
} from '#shared/rules/website/security-token.ts'

/** Double-submit token of the public forms, in storage and a strict same-site cookie; 64 hexadecimal characters. */
export function securityToken(): string {
  const known = stored()
  const token = isSecurityToken(known) ? known : newToken()
  if (token !== known) store(token)
  const secure = location.protocol === 'https:'
  const name = securityCookieName(secure)
  if (!document.cookie.split('; ').includes(`${name}=${token}`))
    document.cookie = `${name}=${token}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
  return token
}

export function securityHeaders(): Record<string, string> {
  return { [securityTokenHeader]: securityToken() }
}

function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), byte => byte.toString(16).padStart(2, '0')).join('')
}

function stored(): string | null {
  try {
    return localStorage.getItem(securityTokenName)
  } catch {
    return null
  }
}

function store(token: string): void {
  try {
    localStorage.setItem(securityTokenName, token)
  } catch {
    // Without storage the token lasts as long as its cookie.
  }
}
