import { RestError } from '../rest-error.ts'

export type Count = 'exact' | 'planned' | 'estimated'

export type Preferences = {
  count: Count | undefined
  /** What a change answers with. */
  returned: 'representation' | 'minimal' | 'headers-only' | undefined
  /** What is done with a row that is there already. */
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  /** Columns that a row does not name take the table's default, not null. */
  missingIsDefault: boolean
  rollback: boolean
  /** Only under `handling=strict`. */
  maxAffected: number | undefined
  /** Those of a read. */
  applied: string[]
  /** Those with one of these names that were given, in the protocol's order. */
  appliedOf(names: Name[]): string[]
}

/** In the order in which an answer tells them. */
const known = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
  'max-affected': /^\d{1,9}$/,
  timezone: /./,
} as const
type Name = keyof typeof known

/**
 * The `Prefer` header, in which several come joined by commas.
 * @throws PGRST122 under `handling=strict` for what is not known
 */
export function readPreferences(header: string | undefined): Preferences {
  const given = (header ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const accepted = new Map<Name, string>()
  const invalid: string[] = []
  for (const item of given) {
    const [name = '', value = ''] = item.split('=')
    if (!isKnown(name) || !fits(name, value)) invalid.push(item)
    else if (!accepted.has(name)) accepted.set(name, value)
  }
  const strict = accepted.get('handling') === 'strict'
  if (strict && invalid.length > 0)
    throw new RestError(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ')}`,
    )
  if (!strict) accepted.delete('max-affected')
  function appliedOf(names: Name[]): string[] {
    const appliedPreferences = (Object.keys(known) as Name[]).filter(name => names.includes(name) && accepted.has(name))
    return appliedPreferences.map(name => `${name}=${accepted.get(name)}`)
  }
  const maxAffected = accepted.get('max-affected')
  return {
    count: accepted.get('count') as Count | undefined,
    returned: accepted.get('return') as Preferences['returned'],
    resolution: accepted.get('resolution') as Preferences['resolution'],
    missingIsDefault: accepted.get('missing') === 'default',
    rollback: accepted.get('tx') === 'rollback',
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    applied: appliedOf(['count', 'handling']),
    appliedOf,
  }
}

function isKnown(name: string): name is Name {
  return Object.hasOwn(known, name)
}

function fits(name: Name, value: string): boolean {
  const values = known[name]
  return values instanceof RegExp ? values.test(value) : (values as readonly string[]).includes(value)
}
