import type { Language } from '#shared/words.ts'
import { plainText } from '../reading/plain-text.ts'
import type { Cell } from '../compiling/entries.ts'
import type { FoundFact } from '../finding/find-facts.ts'

const plainHead =
  /^(?:don )?(?:gia|price|phi|muc phi|gia ban|don gia|hoc phi|gia le|so tien|thanh tien|cost|fee)(?: ?\(.*\))?$/u

const priced: Record<Language, string> = { vi: ' giá', en: ':' }

/** "Mận Đơn: T2–T5 350k, T6–CN 420k". */
export function sayFact(found: readonly FoundFact[], language: Language): string {
  const [first] = found
  if (!first) return ''
  if (found.length > 1 && found.some(({ entry }) => entry.name !== first.entry.name))
    return found.map(one => sayFact([one], language)).join('; ')
  if (found.length > 1) return `${first.entry.name}: ${found.map(oneOfName).join('; ')}`
  const [only] = first.cells
  const name = `${first.entry.name} ${keysIn(first.keys)}`.trim()
  if (first.cells.length === 1 && only) {
    if (only.value.startsWith(first.entry.name)) return shown(only, first.entry.scale)
    const head = isPlain(only.head) ? '' : `, ${lowered(only.head)}`
    const joint = head || only.kind !== 'money' ? ':' : priced[language]
    return `${name}${head}${joint} ${shown(only, first.entry.scale)}`
  }
  return `${name}: ${valuesOf(first)}`
}

/** "60 phút 350k", "200k (Small dogs)". */
function oneOfName(one: FoundFact): string {
  const words = `${keysIn(one.keys)} ${valuesOf(one)}`.trim()
  return one.section ? `${words} (${one.section})` : words
}

/** "60 phút", "size 38". */
export function keysIn(keys: readonly Cell[]): string {
  return keys.map(({ head, value }) => (/\p{L}/u.test(value) ? value : `${lowered(head)} ${value}`.trim())).join(', ')
}

export function valuesOf({ cells, entry }: Pick<FoundFact, 'cells' | 'entry'>): string {
  return cells
    .map(cell =>
      cells.length === 1 && isPlain(cell.head)
        ? shown(cell, entry.scale)
        : `${lowered(cell.head)}${cells.length === 1 ? ':' : ''} ${shown(cell, entry.scale)}`.trim(),
    )
    .join(', ')
}

export function isPlain(head: string): boolean {
  return head === '' || plainHead.test(plainText(head).trim())
}

export function lowered(head: string): string {
  return /^\p{Lu}\p{Ll}+(?:$| \p{Ll})/u.test(head) ? head[0]!.toLowerCase() + head.slice(1) : head
}

/** A bare figure gets its unit: đồng, or thousands of them. */
export function shown({ value, kind }: Cell, scale: number): string {
  const text = value.replace(/\s+/gu, ' ').replace(/[.;,]$/u, '')
  if (kind !== 'money' || !/^\+?[\d.,]+(?:\s?\/.*)?$/u.test(text)) return text
  const [, figure = '', rest = ''] = /^\+?([\d.,]+)(.*)$/u.exec(text) ?? []
  if (scale === 1) return `${figure}đ${rest}`
  const worth = Number(figure.replace(/[.,](?=\d{3})/gu, '').replace(',', '.')) * scale
  return `${String(worth).replace(/\B(?=(?:\d{3})+$)/gu, '.')}đ${rest}`
}
