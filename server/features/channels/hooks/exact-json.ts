const hasLongNumber = /[[:,]\s*-?\d[\d.]{15}/

/** Numbers too long for a JavaScript number become strings, as written. */
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

/** undefined for anything but an object */
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

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

export function idOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[!-~]{1,200}$/.test(text) ? text : undefined
}

export function writtenOut(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
