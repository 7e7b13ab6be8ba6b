/** Providers that deliver everything behind a plus to the same mailbox. */
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

/**
 * The mailbox behind an address, written one way: the same for all spellings that its provider delivers to one person.
 * Of other providers only the case is dropped, for what they do with the rest is not known.
 */
export function mailboxOf(email: string): string {
  const plain = email.trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1) === 'googlemail.com' ? 'gmail.com' : plain.slice(at + 1)
  const whole = plain.slice(0, Math.max(0, at))
  const name = takesPlus.has(domain) ? whole.replace(/\+.*$/, '') : whole
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
