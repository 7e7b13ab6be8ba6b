export type ContactPoint = { kind: 'email' | 'phone'; value: string }

const email =
  /^[^\s@<>"(),:;]{1,64}@(?=.{4,190}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u

/** @returns the address as typed, or the number in digits with its plus; null for neither */
export function readContactPoint(typed: string): ContactPoint | null {
  const text = typed.trim()
  if (text.length > 254) return null
  if (text.includes('@')) return email.test(text) ? { kind: 'email', value: text } : null
  if (!/^\+?[\d\s().-]+$/.test(text)) return null
  const value = text.replace(/[^\d+]/g, '')
  return /^\+?\d{8,15}$/.test(value) ? { kind: 'phone', value } : null
}
