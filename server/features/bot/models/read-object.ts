import { parseJson } from '#platform/text/parse-json.ts'
export type Beginning = { whole: Record<string, unknown>; begun: string }

/** `name` must be the last property; undefined until it has begun. */
export function readBeginning(text: string, name: string): Beginning | undefined {
  const start = text.indexOf('{')
  const place = start < 0 ? undefined : placeOf(text, start, name)
  if (!place) return undefined
  const before = text.slice(start, place.name).trimEnd().replace(/,$/, '')
  const whole = parseJson(`${before}}`)
  const begun = parseJson(`"${unfinished(text.slice(place.value))}"`)
  if (typeof whole !== 'object' || whole === null || typeof begun !== 'string') return undefined
  return { whole: whole as Record<string, unknown>, begun }
}

function placeOf(text: string, start: number, name: string): { name: number; value: number } | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    else if (sign === '"') {
      const end = endOfText(text, at + 1)
      const value = depth === 1 && text.slice(at + 1, end) === name && /^"\s*:\s*"/.exec(text.slice(end))
      if (value) return { name: at, value: end + value[0].length }
      at = end
    }
  }
  return undefined
}

function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

function unfinished(text: string): string {
  const come = text.slice(0, endOfText(text, 0))
  return come.replace(/(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?$/i, '$1')
}
