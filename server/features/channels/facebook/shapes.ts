// Meta may omit any field or send another type than documented. Nothing here throws.
import { createHash } from 'node:crypto'
import { storable } from '#platform/text/storable-text.ts'
import { parseExact } from '../hooks/exact-json.ts'
import { platformTime } from '../platform-time.ts'

export type Shape = Record<string, unknown>

export function asShape(value: unknown): Shape | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Shape) : undefined
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function asId(value: unknown, maxLength = 200): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.length <= maxLength && /^[\x21-\x7e]+$/.test(value) ? value : undefined
}

/** Ids too long for an index are hashed. */
export function asMessageId(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  return /^[\x20-\x7e]{1,500}$/.test(value) ? value : `sha256 ${createHash('sha256').update(value).digest('hex')}`
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asWords(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value)
}

export function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

/** Meta sometimes sends numbers as text (timestamps of postbacks, `num_edit`, error codes). */
export function asNumber(value: unknown): number | undefined {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

export function asTime(value: unknown): Date | null {
  return platformTime(asNumber(value))
}

export function parseShape(text: string): Shape | undefined {
  try {
    return asShape(parseExact(text))
  } catch {
    return undefined
  }
}

export function parseStorable(text: string): Shape | undefined {
  try {
    return asShape(JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value)))
  } catch {
    return undefined
  }
}
