/** Providers that ignore everything after a plus. */
const takesPlus = new Set([
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'proton.me',
  'protonmail.com',
  'fastmail.com',
])

/** The same for all spellings that the provider delivers to one person. For unknown providers only case is dropped. */
export function mailboxOf(email: string): string {
  const plain = email.trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1) === 'googlemail.com' ? 'gmail.com' : plain.slice(at + 1)
  const whole = plain.slice(0, Math.max(0, at))
  const name = takesPlus.has(domain) ? whole.replace(/\+.*$/, '') : whole
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
