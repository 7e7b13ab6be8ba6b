import type { Nullness } from './nulls/nullness.ts'
import type { Inside } from './nulls/scope.ts'
import type { Shape, Types } from './shapes.ts'

/** @returns a line for each null, or missing key, that the type of a list or of JSON does not expect */
export function compareInside(types: Types, path: string, shape: Shape, inside: Inside | undefined): string[] {
  if (!inside || shape.kinds.has('any')) return []
  const { items, keys } = inside
  if (items) {
    const { element } = shape
    const name = `${path}[]`
    return element
      ? [...compareNull(name, element, items.nullness), ...compareInside(types, name, element, items.inside)]
      : []
  }
  const object = keys && types.objectIn(shape)
  return (
    (object && types.propertiesOf(object))?.flatMap(property => {
      const name = `${path}.${property.name}`
      const given = keys.get(property.name)
      if (!given) return property.isOptional ? [] : [`${name} is not there`]
      return [
        ...compareNull(name, property.shape, given.nullness),
        ...compareInside(types, name, property.shape, given.inside),
      ]
    }) ?? []
  )
}

/** What is there may be null, but never undefined. */
export function compareNull(name: string, { kinds }: Shape, nullness: Nullness): string[] {
  if (nullness !== 'perhaps' || kinds.has('null') || kinds.has('any')) return []
  return [`${name} may be null${kinds.has('undefined') ? ', never undefined' : ''}`]
}
