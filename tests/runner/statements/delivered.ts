import { parserOf } from '#platform/sql/exchange.ts'
import type { DatabaseType } from './describe.ts'
import type { Kind } from './shapes.ts'

/** `json`: whatever was stored. */
export type Delivered = { kind: Kind | 'json'; element?: Delivered }

/** Types without a parser of ours stay text. */
const samples: Record<string, string> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-31',
  timestamp: '2026-01-31 12:00:00',
  timestamptz: '2026-01-31 12:00:00+00',
  interval: '1 day',
  point: '(1,2)',
}

/** Probes the program's own row parsers, shared by both databases. */
export function deliveredAs({ oid, name, element }: DatabaseType): Delivered {
  if (name === 'json' || name === 'jsonb') return { kind: 'json' }
  const value = parserOf(oid)(element ? `{"${sampleOf(element.name).replaceAll('\\', '\\\\')}"}` : sampleOf(name))
  if (!Array.isArray(value)) return { kind: kindOf(value) }
  const isJson = element?.name === 'json' || element?.name === 'jsonb'
  return { kind: 'array', element: { kind: isJson ? 'json' : kindOf(value[0]) } }
}

function sampleOf(name: string): string {
  return samples[name] ?? '1'
}

function kindOf(value: unknown): Kind {
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}
