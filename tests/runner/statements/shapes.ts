import { type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Expression, TaggedTemplateExpression, TypeNode } from 'typescript/unstable/ast'

export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'date'
  | 'bytes'
  | 'object'
  | 'array'
  | 'null'
  | 'undefined'
  | 'sql'
  | 'any'

export type Shape = {
  kinds: Set<Kind>
  /** if every text is a literal */
  words: Set<string> | undefined
  element: Shape | undefined
  type: Type
}
export type Property = { name: string; shape: Shape; isOptional: boolean }
export type Types = ReturnType<typeof makeTypes>

/** Cached. The types of `expressions` are fetched in one batch. */
export function makeTypes(checker: Checker, expressions: readonly Expression[]) {
  const shapes = new Map<number, Shape>()
  const byExpression = new Map<Expression, Type | undefined>()
  for (const [index, type] of checker.getTypeAtLocation(expressions).entries())
    byExpression.set(expressions[index] as Expression, type)

  function typeOf(expression: Expression): Type | undefined {
    if (!byExpression.has(expression)) byExpression.set(expression, checker.getTypeAtLocation(expression))
    return byExpression.get(expression)
  }

  function shapeOf(type: Type): Shape {
    const known = shapes.get(type.id)
    if (known) return known
    const shape: Shape = { kinds: new Set(), words: undefined, element: undefined, type }
    shapes.set(type.id, shape)
    const { flags } = type
    if (flags & TypeFlags.Union) merge(shape, partsOf(type).map(shapeOf))
    else if (flags & TypeFlags.StringLiteral && type.isStringLiteralType()) {
      shape.kinds.add('string')
      shape.words = new Set([type.value])
    } else if (flags & TypeFlags.Object) {
      const kind = kindOfObject(type)
      shape.kinds.add(kind)
      if (kind === 'array') shape.element = elementOf(type)
    } else if (flags & (TypeFlags.TypeParameter | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Index)) {
      const bounds = checker.getBaseConstraintOfType(type)
      if (bounds && bounds.id !== type.id) merge(shape, [shapeOf(bounds)])
      else shape.kinds.add('any')
    } else if (flags & TypeFlags.Intersection) shape.kinds.add(kindOfIntersection(type))
    else shape.kinds.add(kindOfPlain(flags))
    return shape
  }

  function kindOfIntersection(type: Type): Kind {
    const kinds = partsOf(type).flatMap(part => [...shapeOf(part).kinds])
    return kinds.find(kind => kind !== 'object' && kind !== 'any') ?? 'object'
  }

  function kindOfObject(type: Type): Kind {
    const name = type.getSymbol()?.name ?? ''
    if (name === 'Date') return 'date'
    if (name === 'RawBuilder') return 'sql'
    if (name === 'Buffer' || name === 'Uint8Array') return 'bytes'
    if (name === 'Array' || name === 'ReadonlyArray') return 'array'
    return checker.isArrayLikeType(type) ? 'array' : 'object'
  }

  function elementOf(type: Type): Shape | undefined {
    const items = type.isTypeReference() ? checker.getTypeArguments(type) : []
    const [first, ...others] = items
    if (!first || others.length === 0) return first && shapeOf(first)
    const whole: Shape = { kinds: new Set(), words: undefined, element: undefined, type: first }
    merge(whole, items.map(shapeOf))
    return whole
  }

  /** @returns undefined if a row may have any columns */
  function propertiesOf(row: Type): Property[] | undefined {
    if (!(row.flags & (TypeFlags.Object | TypeFlags.Intersection)) || checker.getIndexInfosOfType(row).length > 0)
      return undefined
    const symbols = checker.getPropertiesOfType(row)
    const types = checker.getTypeOfSymbol(symbols)
    return symbols.flatMap((symbol, index) => {
      const type = types[index]
      return type
        ? [{ name: symbol.name, shape: shapeOf(type), isOptional: (symbol.flags & SymbolFlags.Optional) !== 0 }]
        : []
    })
  }

  /** The one object that it may be, but for lists. */
  function objectIn({ type, kinds }: Shape): Type | undefined {
    if (!kinds.has('object') || kinds.has('array')) return undefined
    const parts =
      type.flags & TypeFlags.Union ? partsOf(type).filter(part => shapeOf(part).kinds.has('object')) : [type]
    return parts.length === 1 ? parts[0] : undefined
  }

  /** It promises nothing of its values, or is somebody else's to name. */
  function isOpen(row: Type): boolean {
    const values = checker.getIndexInfosOfType(row).map(({ valueType }) => valueType)
    return (row.flags & TypeFlags.TypeParameter) !== 0 || values.some(type => type.flags & TypeFlags.AnyOrUnknown)
  }

  /** Values from JSON contain no dates. */
  function holdsDate(shape: Shape, seen = new Set<number>()): boolean {
    if (shape.kinds.has('date')) return true
    const { type } = shape
    if (seen.has(type.id) || seen.size > 60) return false
    seen.add(type.id)
    if (shape.element && holdsDate(shape.element, seen)) return true
    if (type.flags & TypeFlags.Union) return partsOf(type).some(part => holdsDate(shapeOf(part), seen))
    if (shape.kinds.has('array') || !(type.flags & TypeFlags.StructuredType)) return false
    return (propertiesOf(type) ?? []).some(property => holdsDate(property.shape, seen))
  }

  return {
    shapeOf,
    propertiesOf,
    isOpen,
    objectIn,
    holdsDate,
    shapeAt(expression: Expression): Shape | undefined {
      const type = typeOf(expression)
      return type && shapeOf(type)
    },
    isSql: (expression: Expression) => {
      const type = typeOf(expression)
      return type !== undefined && shapeOf(type).kinds.has('sql')
    },
    isNumber: (expression: Expression) => {
      const type = typeOf(expression)
      return type !== undefined && shapeOf(type).kinds.has('number')
    },
    wordsOf(expression: Expression): string[] | undefined {
      const type = typeOf(expression)
      const words = type && shapeOf(type).words
      return words && [...words]
    },
    /** undefined: no type is declared. */
    rowOf(template: TaggedTemplateExpression): Type | undefined {
      const type = typeOf(template)
      const [row] = type?.isTypeReference() ? checker.getTypeArguments(type) : []
      return row && !(row.flags & TypeFlags.AnyOrUnknown) ? row : undefined
    },
    nodeType: (node: TypeNode) => checker.getTypeFromTypeNode(node),
    text: (type: Type) => checker.typeToString(type),
  }
}

function partsOf(type: Type): readonly Type[] {
  return type.isUnionType() || type.isIntersectionType() ? type.getTypes() : []
}

function merge(shape: Shape, parts: Shape[]): void {
  for (const part of parts) for (const kind of part.kinds) shape.kinds.add(kind)
  const texts = parts.filter(part => part.kinds.has('string'))
  if (texts.length > 0 && texts.every(part => part.words))
    shape.words = new Set(texts.flatMap(part => [...(part.words ?? [])]))
  shape.element = parts.find(part => part.element)?.element
}

function kindOfPlain(flags: TypeFlags): Kind {
  if (flags & TypeFlags.StringLike) return 'string'
  if (flags & TypeFlags.NumberLike) return 'number'
  if (flags & TypeFlags.BooleanLike) return 'boolean'
  if (flags & TypeFlags.BigIntLike) return 'bigint'
  if (flags & TypeFlags.Null) return 'null'
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return 'undefined'
  return flags & TypeFlags.NonPrimitive ? 'object' : 'any'
}
