import { houseLength } from '#shared/rules/contacts/contact-address.ts'
import { detectContacts, maskContacts } from '#shared/rules/contacts/contact-info.ts'
import { findNames } from '#shared/rules/contacts/personal-names.ts'

export type Masking = {
  customer(text: string): string
  shop(text: string): string
  restore(reply: string): string
}

/** Ward, district and town stay, because delivery costs depend on them. A name given once is hidden in all of `texts`. */
export function maskingOf(texts: readonly string[]): Masking {
  const signs = new Map<string, string>()
  const signFor = (what: 'name' | 'address', words: string): string => {
    for (const [sign, known] of signs) if (known === words && sign.startsWith(`[${what}`)) return sign
    const count = [...signs.keys()].filter(sign => sign.startsWith(`[${what}`)).length
    const sign = count === 0 ? `[${what}]` : `[${what} ${count + 1}]`
    signs.set(sign, words)
    return sign
  }
  const names = new Set<string>()
  for (const text of texts) {
    const plain = text.normalize('NFC')
    for (const { start, end } of findNames(plain)) names.add(plain.slice(start, end))
  }
  // Longer first: "Lan" may be part of "Nguyễn Thị Lan".
  const sought = [...names].sort((a, b) => b.length - a.length)

  function withoutNames(text: string): string {
    return sought.reduce(
      (masked, name) =>
        masked.replace(new RegExp(`(?<![\\p{L}\\d])${escaped(name)}(?![\\p{L}\\d])`, 'gu'), () =>
          signFor('name', name),
        ),
      text.normalize('NFC'),
    )
  }

  return {
    customer: text =>
      maskContacts(withoutNames(withoutHouse(text.normalize('NFC'), house => signFor('address', house)))),
    shop: text => maskContacts(withoutNames(text)),
    restore: reply => [...signs].reduce((text, [sign, words]) => text.replaceAll(sign, () => words), reply),
  }
}

export function forProvider(text: string): string {
  return maskingOf([text]).customer(text)
}

function withoutHouse(text: string, signOf: (house: string) => string): string {
  const address = detectContacts(text).find(({ kind }) => kind === 'address')
  if (!address) return text
  const { start } = address
  const length = houseLength(text, address)
  return length === 0
    ? text
    : text.slice(0, start) + signOf(text.slice(start, start + length)) + text.slice(start + length)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
