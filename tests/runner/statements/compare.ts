import { type Delivered, deliveredAs } from './delivered.ts'
import type { Column, DatabaseType, Described } from './describe.ts'
import { compareInside, compareNull } from './compare-inside.ts'
import type { Nullness } from './nulls/nullness.ts'
import type { Value } from './nulls/scope.ts'
import type { Rendered } from './fragment.ts'
import type { Property, Shape, Types } from './shapes.ts'

type Answer = Extract<Described, { problem?: never }>

/** @returns a line for each mismatch between declared and actual columns */
export function compareRow(
  types: Types,
  properties: Property[],
  { columns }: Answer,
  text: string,
  values: readonly Value[],
): string[] {
  const declared = new Map(properties.map(property => [property.name, property]))
  const given = new Set(columns.map(column => column.name))
  return [
    ...properties
      .filter(({ name, isOptional }) => !isOptional && !given.has(name))
      .map(({ name }) => `it gives no column ${name}`),
    ...columns
      .filter(({ name }, index) => columns.findIndex(other => other.name === name) !== index)
      .map(({ name }) => `it gives ${name} twice`),
    ...columns.flatMap((column, place) => {
      const property = declared.get(column.name)
      if (!property) return [`its row type lacks the column ${column.name}`]
      return [
        ...compareType(types, column, property.shape),
        ...compareNull(column.name, property.shape, values[place]?.nullness ?? 'unknown'),
        ...compareNever(column, property, values[place]?.nullness ?? 'unknown'),
        ...compareInside(types, column.name, property.shape, values[place]?.inside),
        ...compareWords(column, property.shape, text),
      ]
    }),
  ]
}

function compareType(types: Types, { name, type }: Column, shape: Shape): string[] {
  const delivered = deliveredAs(type)
  if (delivered.kind === 'json' && types.holdsDate(shape)) return [`${name} comes as JSON: there are no dates in it`]
  if (fits(shape, delivered)) return []
  return [`${name} (${type.name}) arrives as ${typeNameOf(delivered)}, not as ${types.text(shape.type)}`]
}

function fits(shape: Shape, delivered: Delivered): boolean {
  const { kinds } = shape
  if (kinds.has('any')) return true
  if (delivered.kind === 'json') return !kinds.has('date') && !kinds.has('bytes') && !kinds.has('bigint')
  if (!kinds.has(delivered.kind)) return [...kinds].every(kind => kind === 'null' || kind === 'undefined')
  return !delivered.element || !shape.element || fits(shape.element, delivered.element)
}

function typeNameOf({ kind, element }: Delivered): string {
  return element ? `${element.kind}[]` : kind
}

function compareNever({ name, of }: Column, { shape: { kinds }, isOptional }: Property, nullness: Nullness): string[] {
  const isNever = nullness === 'never' && of?.notNull === true
  return isNever && kinds.has('null') && !kinds.has('any') && !isOptional ? [`${name} is never null`] : []
}

function compareWords({ name, of }: Column, { words }: Shape, text: string): string[] {
  if (!of?.words || !words) return []
  const invented = [...words].filter(word => !of.words?.includes(word))
  if (invented.length > 0) return [`${name} is never ${invented.map(word => `'${word}'`).join(', ')}`]
  const missing = of.words.filter(word => !words.has(word))
  if (missing.length === 0 || new RegExp(`\\b${of.name}\\s*(=|<>|in\\b|not in\\b)`, 'i').test(text)) return []
  return [`${name} may also be ${missing.map(word => `'${word}'`).join(', ')}`]
}

export function compareValues(types: Types, { values }: Rendered, { parameters }: Answer): string[] {
  return values.flatMap((value, index) => {
    const type = parameters[index]
    const shape = types.shapeAt(value)
    if (!type || !shape || takes(type, shape)) return []
    return [`\${${value.getText()}} is ${types.text(shape.type)}, and stands for ${type.name}`]
  })
}

const texts = new Set([
  'uuid',
  'text',
  'varchar',
  'bpchar',
  'name',
  'tsquery',
  'tsvector',
  'regclass',
  'xid8',
  'interval',
])
const numbers = new Set(['int2', 'int4', 'float4', 'float8', 'oid'])

/** As the engine's `valueOf` serialises: lists as PostgreSQL arrays, other objects as JSON. */
function takes(type: DatabaseType, shape: Shape): boolean {
  return [...shape.kinds].every(kind => {
    if (kind === 'any' || kind === 'null' || kind === 'undefined') return true
    if (type.element) return kind === 'array' && (!shape.element || takes(type.element, shape.element))
    switch (type.name) {
      case 'json':
      case 'jsonb':
        return kind !== 'array' && kind !== 'bytes'
      case 'bool':
        return kind === 'boolean'
      case 'bytea':
        return kind === 'bytes'
      case 'int8': // larger ones stay text
      case 'numeric':
        return kind === 'number' || kind === 'string' || kind === 'bigint'
      case 'date':
      case 'timestamp':
      case 'timestamptz':
        return kind === 'date' || kind === 'string'
      default:
        if (numbers.has(type.name)) return kind === 'number' || kind === 'bigint'
        return texts.has(type.name) ? kind === 'string' : true
    }
  })
}
