import { findAddress } from './contact-address.ts'
import { findNumbers } from './contact-numbers.ts'

/** Ranges are of the text in NFC. */
export type ContactDetail = {
  kind: 'phone' | 'landline' | 'email' | 'address' | 'bank' | 'id' | 'card'
  /** phones in E.164, mail addresses in lower case, numbers without separators */
  value: string
  start: number
  end: number
}

const link = /(?:https?:\/\/|www\.|wa\.me\/|zalo\.me\/|m\.me\/)\S+/giu
// Bounded and anchored: a message of 4,000 letters must not be tried from each of them.
const mail = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}/giu
const spacedMail =
  /(?<![\p{L}\p{N}._%+-])([a-z0-9._+-]{2,64})\s{0,3}(?:@|\(a\)|\[at\]|\(at\)|a còng|a cong|acong|\sat\s)\s*([a-z0-9-]{2,63})\s{0,3}(?:\.|\(dot\)|\[dot\]|\sdot\s|\s?chấm\s|\s?cham\s)\s*(com|vn|net|org|info|edu|example)(?:\s*(?:\.|\(dot\)|\sdot\s|\schấm\s|\scham\s)\s*(vn|com))?(?![\p{L}\d])/giu
const wellKnownMail = /(?<![\p{L}\d._+-])([a-z0-9._+-]{3,64})\s?@\s?(gmail|yahoo|outlook|hotmail|icloud)(?![\w.])/giu

export function detectContacts(text: string): ContactDetail[] {
  const plain = plainSpaces(text.normalize('NFC'))
  const found: ContactDetail[] = []
  const taken = new Uint8Array(plain.length)
  for (const match of plain.matchAll(link)) taken.fill(1, match.index, match.index + match[0].length)
  const add = (detail: ContactDetail) => {
    if (taken.subarray(detail.start, detail.end).includes(1)) return
    found.push(detail)
    taken.fill(1, detail.start, detail.end)
  }
  for (const match of plain.matchAll(mail)) {
    const raw = match[0].replace(/[.-]+$/, '')
    add({ kind: 'email', value: raw.toLowerCase(), start: match.index, end: match.index + raw.length })
  }
  for (const match of plain.matchAll(spacedMail)) {
    const [whole, local = '', domain = '', top = '', country] = match
    add({
      kind: 'email',
      value: `${local}@${domain}.${top}${country ? `.${country}` : ''}`.toLowerCase(),
      start: match.index,
      end: match.index + whole.length,
    })
  }
  for (const match of plain.matchAll(wellKnownMail)) {
    add({
      kind: 'email',
      value: `${match[1]}@${match[2]}.com`.toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    })
  }
  found.push(...findNumbers(plain, taken))
  const letters = plain.split('')
  for (const { start, end } of found) letters.fill(' ', start, end)
  const address = findAddress(letters.join(''))
  if (address) found.push({ kind: 'address', value: plain.slice(address.start, address.end).trim(), ...address })
  return found.sort((a, b) => a.start - b.start)
}

/** Hides everything but addresses: `[phone:•••••••••678]`. For logs, reports and providers. */
export function maskContacts(text: string): string {
  let masked = text.normalize('NFC')
  for (const detail of detectContacts(text)
    .filter(({ kind }) => kind !== 'address')
    .reverse()) {
    masked = masked.slice(0, detail.start) + maskOf(detail) + masked.slice(detail.end)
  }
  return masked
}

export function maskOf({ kind, value }: Pick<ContactDetail, 'kind' | 'value'>): string {
  if (kind === 'email') return `[email:${value[0]}•••@${value.split('@')[1]}]`
  if (kind === 'address') return '[address]'
  const signs = value.replace(/[^\p{L}\d]/gu, '')
  return `[${kind}:${'•'.repeat(Math.max(0, signs.length - 3))}${signs.slice(-3)}]`
}

/** Replaces odd spaces, full-width digits and invisible characters, keeping the length. */
function plainSpaces(text: string): string {
  return text
    .replace(/[\u00a0\u2000-\u200b\u200e\u200f\u202f\u2060\u3000\ufeff]/g, ' ')
    .replace(/[０-９]/g, digit => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[‐-―−]/g, '-')
}
