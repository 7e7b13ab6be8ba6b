import type { JsonSchema } from './content.ts'

export function wholeShapeOf(schema: JsonSchema): string {
  const named = Object.entries((schema['$defs'] ?? {}) as Record<string, JsonSchema>)
  const { anyOf } = schema
  // Alternatives are easier to tell apart when each begins a line.
  const shape = Array.isArray(anyOf) ? anyOf.map(one => shapeOf(one as JsonSchema)).join('\n| ') : shapeOf(schema)
  return [shape, ...named.map(([name, one]) => `${name} = ${shapeOf(one)}`)].join('\n\n')
}

/** One line per key, `?` if optional. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].replace('#/$defs/', '')
  const { type, anyOf, enum: values, const: only, properties, items, prefixItems, format } = schema
  if (Array.isArray(anyOf)) return anyOf.map(one => shapeOf(one as JsonSchema, indent)).join(' | ')
  if (Array.isArray(schema['allOf'])) return schema['allOf'].map(one => shapeOf(one as JsonSchema, indent)).join(' & ')
  if (Array.isArray(values)) return values.map(value => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (type === 'array' && Array.isArray(prefixItems))
    return `[${prefixItems.map(one => shapeOf(one as JsonSchema, indent)).join(', ')}]`
  if (type === 'array') return `${itemShape((items ?? {}) as JsonSchema, indent)}[]${countOf(schema)}`
  if (type === 'object') return objectShape(schema, (properties ?? {}) as Record<string, JsonSchema>, indent)
  if (Array.isArray(type)) return type.map(one => shapeOf({ ...schema, type: one as unknown }, indent)).join(' | ')
  if (type === 'null') return 'null'
  if (typeof type !== 'string') return 'any'
  return `${typeof format === 'string' && type === 'string' ? format : type}${boundsOf(schema)}`
}

function objectShape(schema: JsonSchema, properties: Record<string, JsonSchema>, indent: string): string {
  const required = new Set((schema['required'] ?? []) as string[])
  const inside = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, one]) => `${inside}${name}${required.has(name) ? '' : '?'}: ${shapeOf(one, inside)}`,
  )
  const rest = schema['additionalProperties']
  if (typeof rest === 'object' && rest !== null) lines.push(`${inside}[name]: ${shapeOf(rest as JsonSchema, inside)}`)
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

function itemShape(schema: JsonSchema, indent: string): string {
  const shape = shapeOf(schema, indent)
  const isChoice = [schema['anyOf'], schema.enum, schema.type].some(one => Array.isArray(one) && one.length > 1)
  return isChoice ? `(${shape})` : shape
}

function countOf({ minItems, maxItems }: JsonSchema): string {
  return span(minItems, maxItems)
}

function boundsOf({ minLength, maxLength, minimum, maximum }: JsonSchema): string {
  return span(minLength ?? minimum, maxLength ?? maximum)
}

/** `(1–40)`, `(≥ 1)`, `(≤ 40)` */
function span(min: unknown, max: unknown): string {
  if (typeof min === 'number' && typeof max === 'number') return ` (${min}–${max})`
  if (typeof min === 'number') return ` (≥ ${min})`
  return typeof max === 'number' ? ` (≤ ${max})` : ''
}
