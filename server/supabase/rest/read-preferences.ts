import { RestError } from './rest-error.ts'

export type Preferences = { count: string | undefined; applied: string[] }

const known: Record<string, string[] | undefined> = {
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  return: ['representation', 'minimal', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
}

/**
 * The `Prefer` header, in which several come joined by commas.
 * @throws PGRST122 under `handling=strict` for what is not known
 */
export function readPreferences(header: string | undefined): Preferences {
  const given = (header ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const [accepted, invalid]: [Map<string, string>, string[]] = [new Map(), []]
  for (const item of given) {
    const [name = '', value = ''] = item.split('=')
    const fits = known[name]?.includes(value) ?? /^(timezone=.+|max-affected=\d+)$/.test(item)
    if (fits && !accepted.has(name)) accepted.set(name, value)
    else if (!fits) invalid.push(item)
  }
  if (accepted.get('handling') === 'strict' && invalid.length > 0)
    throw new RestError(
      400,
      'PGRST122',
      'Invalid preferences given with handling=strict',
      `Invalid preferences: ${invalid.join(', ')}`,
    )
  const count = accepted.get('count')
  const applied = [
    ...(accepted.has('handling') ? [`handling=${accepted.get('handling')}`] : []),
    ...(count === undefined ? [] : [`count=${count}`]),
  ]
  return { count, applied }
}
