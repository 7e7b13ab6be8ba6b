import {
  type CallExpression,
  type Expression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type TaggedTemplateExpression,
  type TemplateExpression,
} from 'typescript/unstable/ast'
import { countVariants, type Fragment, oneOf, type Part, render } from './fragment.ts'
import type { Program } from './open-program.ts'
import { bare, makeSources, nothingBound, type Source } from './sources.ts'
import type { Types } from './shapes.ts'

type Pieces = { text: string; next: Expression | undefined }[]

export function makeAssembler(program: Program, types: Types) {
  const { sourcesOf, elementsOf, begin } = makeSources(program)
  const open = new Set<TaggedTemplateExpression>()
  const inside = new Set<TaggedTemplateExpression>()

  /** @returns undefined for a cycle */
  function fragmentOf(source: Source): Fragment | undefined {
    const inner = bare(source.expression)
    if (isTaggedTemplateExpression(inner)) {
      inside.add(inner)
      return templateOf(inner, source)
    }
    if (isCallExpression(inner) && isBuilder(inner)) return builtBy(inner, source)
    if (isIdentifier(inner) && inner.text === 'undefined') return undefined
    return alternatives(source, placeOf)
  }

  function templateOf(template: TaggedTemplateExpression, { bound }: Omit<Source, 'expression'>): Fragment | undefined {
    if (open.has(template)) return undefined
    open.add(template)
    try {
      const parts: Fragment = []
      for (const { text, next } of piecesOf(template.template as TemplateExpression)) {
        parts.push(text)
        if (!next) continue
        const given = placeOf({ expression: next, bound })
        if (!given) return undefined
        if (given.some(part => typeof part === 'object' && 'unknown' in part)) return [...parts, ...given]
        parts.push(...given)
      }
      return parts
    } finally {
      open.delete(template)
    }
  }

  function placeOf(source: Source): Fragment | undefined {
    const inner = bare(source.expression)
    const isSql =
      isTaggedTemplateExpression(inner) ||
      (isCallExpression(inner) && isBuilder(inner)) ||
      [inner, source.expression].some(types.isSql)
    return isSql ? fragmentOf(source) : [{ value: source.expression }]
  }

  function alternatives(source: Source, read: (one: Source) => Fragment | undefined): Fragment | undefined {
    const inner = bare(source.expression)
    const all = sourcesOf(source)
    if (all.length === 0) return [{ unknown: inner.getText() }]
    const found = all.flatMap(one => {
      const fragment = read(one)
      return fragment ? [fragment] : []
    })
    return found.length > 0 ? oneOf(found, decidedBy(inner), inner.getText()) : undefined
  }

  function builtBy(call: CallExpression, { bound }: Source): Fragment | undefined {
    const name = isPropertyAccessExpression(call.expression) ? call.expression.name.text : ''
    const [first, second] = call.arguments
    if (!first) return [{ unknown: call.getText() }]
    if (name === 'join') return joined(first, second, bound)
    const words = call.arguments.map(argument => wordsOf({ expression: argument, bound }))
    if (name === 'raw') return words[0]
    if (name === 'lit') return types.isNumber(first) ? ['1'] : quoted(words[0] ?? [], "'", call)
    if (name === 'id')
      return words.flatMap((word, at): Fragment => [...(at > 0 ? ['.'] : []), ...quoted(word, '"', call)])
    if (name === 'ref' || name === 'table') return quoted(words[0] ?? [], '"', call, '.')
    return [{ unknown: call.getText() }]
  }

  function joined(list: Expression, between: Expression | undefined, bound: Source['bound']): Fragment | undefined {
    const comma = between ? fragmentOf({ expression: between, bound }) : [', ']
    const parts = elementsOf({ expression: list, bound }).flatMap(one => {
      const fragment = placeOf(one)
      return fragment ? [{ fragment, optional: one.optional }] : []
    })
    if (parts.length === 0 || !comma) return [{ unknown: list.getText() }]
    const always = parts.filter(part => !part.optional)
    const lists = always.length > 0 && always.length < parts.length ? [parts, always] : [parts]
    return oneOf(
      lists.map(some => some.flatMap(({ fragment }, at) => (at > 0 ? [...comma, ...fragment] : fragment))),
      `some of ${list.getText()}`,
      list.getText(),
    )
  }

  function wordsOf(source: Source): Fragment {
    const inner = bare(source.expression)
    if (isStringLiteral(inner) || isNoSubstitutionTemplateLiteral(inner) || isNumericLiteral(inner)) return [inner.text]
    if (isTemplateExpression(inner))
      return piecesOf(inner).flatMap(({ text, next }): Fragment => [
        text,
        ...(next ? wordsOf({ expression: next, bound: source.bound }) : []),
      ])
    if (!isConditionalExpression(inner)) {
      const words = types.wordsOf(inner)
      if (words)
        return oneOf(
          words.map(word => [word]),
          inner.getText(),
          inner.getText(),
        )
      if (
        isCallExpression(inner) &&
        isPropertyAccessExpression(inner.expression) &&
        inner.expression.name.text === 'join'
      ) {
        const comma = inner.arguments[0] ? wordsOf({ expression: inner.arguments[0], bound: source.bound }) : [',']
        const parts = elementsOf({ expression: inner.expression.expression, bound: source.bound }).map(wordsOf)
        if (parts.length > 0) return parts.flatMap((part, at) => (at > 0 ? [...comma, ...part] : part))
      }
    }
    return alternatives(source, wordsOf) ?? [{ unknown: inner.getText() }]
  }

  return {
    whole(template: TaggedTemplateExpression): Fragment {
      begin()
      return templateOf(template, { bound: nothingBound }) ?? []
    },
    words(text: Expression): Fragment {
      begin()
      return wordsOf({ expression: text, bound: nothingBound })
    },
    isInside: (template: TaggedTemplateExpression) => inside.has(template),
  }
}

function isBuilder({ expression }: CallExpression): boolean {
  return (
    isPropertyAccessExpression(expression) &&
    isIdentifier(expression.expression) &&
    expression.expression.text === 'sql'
  )
}

/** Parts with the same condition are decided together. */
function decidedBy(expression: Expression): string {
  if (isBinaryExpression(expression)) return expression.left.getText()
  return isConditionalExpression(expression) ? expression.condition.getText() : expression.getText()
}

function piecesOf(template: TemplateExpression): Pieces {
  if (isNoSubstitutionTemplateLiteral(template)) return [{ text: (template as { text: string }).text, next: undefined }]
  const texts = [template.head.text, ...template.templateSpans.map(span => span.literal.text)]
  return texts.map((text, index) => ({ text, next: template.templateSpans[index]?.expression }))
}

/** `partedBy`: separator within one word */
function quoted(words: Fragment, quote: string, call: CallExpression, partedBy?: string): Fragment {
  const inQuotes = (text: string) =>
    (partedBy ? text.split(partedBy) : [text]).map(part => `${quote}${part.replaceAll(quote, quote + quote)}${quote}`)
  const all = Array.from({ length: countVariants(words) }, (_, variant) => render(words, variant))
  const unknown = all.find(one => one.unknown !== undefined || one.values.length > 0)
  if (unknown) return [{ unknown: unknown.unknown ?? call.getText() }]
  const [only] = words as Part[]
  const by = typeof only === 'object' && 'oneOf' in only ? only.by : call.getText()
  return oneOf(
    all.map(({ text }) => [inQuotes(text).join(partedBy ?? '')]),
    by,
    call.getText(),
  )
}
