import { RestError } from '../rest-error.ts'

export type Count = 'exact' | 'planned' | 'estimated'

export type Preferences = {
  count: Count | undefined
  returned: 'representation' | 'minimal' | 'headers-only' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  /** Missing columns take their default, not null. */
  missingIsDefault: boolean
  rollback: boolean
  /** Only under `handling=strict`. */
  maxAffected: number | undefined
  applied: string[]
  /** The given ones among these, in the protocol's order. */
  appliedOf(names: Name[]): string[]
}

/** In the order of the answer. */
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

/** @throws PGRST122 under `handling=strict` for an unknown preference */
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
