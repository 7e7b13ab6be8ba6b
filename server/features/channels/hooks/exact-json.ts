/** A number that JavaScript may not hold exactly: a body without one is read the quick way. */
const hasLongNumber = /[[:,]\s*-?\d[\d.]{15}/

/** JSON whose numbers may be larger than a JavaScript number holds exactly: those are strings, as they were written. */
export function parseExact(text: string): unknown {
  if (!hasLongNumber.test(text)) return JSON.parse(text)
  return (JSON.parse as ParseWithSource)(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? context.source
      : value,
  )
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown

/** The object that a text is; undefined for anything else, however odd. */
export function readFields(text: string): Record<string, unknown> | undefined {
  try {
    return fieldsOf(parseExact(text))
  } catch {
    return undefined
  }
}

export function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** A text or a number as text; anything else is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** An id: plain letters, digits and signs, no longer than any of Zalo's. */
export function idOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[!-~]{1,200}$/.test(text) ? text : undefined
}

/** As text, to be told from others; '' where it is nested so deeply that it cannot be written. */
export function writtenOut(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
