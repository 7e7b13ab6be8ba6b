import type { Shop } from '../judging/candidate.ts'

const figure = /\d/u
const separator = /(?:;\s+|,\s+(?=\D{3})|\.\s+(?=\p{Lu})|\s\/\s|\s\|\s)(?![^()]*\))/u
/** The name before the parts: "Vá vỏ – xe số: 40k; tay ga: 50k". */
const head = /^(.{2,60}?)(?:\s[–-]\s|:\s)(?=.*(?:[:–-]\s))/u

/** "gói B 300k" of "Gói A 200k, gói B 300k"; undefined if the question does not decide. Rows with columns: `askedColumn`. */
export function askedPart(
  line: string,
  asked: ReadonlySet<string>,
  shop: Pick<Shop, 'terms' | 'rarity'>,
): string | undefined {
  const name = head.exec(line)?.[1]
  const rest = name === undefined ? line : line.slice(name.length).replace(/^(?:\s[–-]\s|:\s)/u, '')
  const parts = rest
    .split(separator)
    .map(part => part.trim())
    .filter(Boolean)
  if (parts.length < 2 || parts.filter(part => figure.test(part)).length < 2) return undefined
  const words = parts.map(part => new Set(shop.terms(part)))
  const scores = words.map((own, at) =>
    [...own].reduce((sum, term) => {
      const isCommon = words.filter((_, other) => other !== at).every(other => other.has(term))
      return asked.has(term) && !isCommon ? sum + shop.rarity(term) : sum
    }, 0),
  )
  const max = Math.max(...scores)
  const best = scores.indexOf(max)
  const part = parts[best]!
  if (max <= 0 || scores.filter(score => score > max * 0.8).length > 1 || !figure.test(part)) return undefined
  return name === undefined || part.toLowerCase().includes(name.toLowerCase()) ? part : `${name} – ${part}`
}
