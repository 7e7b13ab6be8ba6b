import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Program } from './open-program.ts'

export type Bound = ReadonlyMap<Node, Source>
/** `optional`: it may be absent. */
export type Source = { expression: Expression; bound: Bound; optional?: boolean }
type AnyFunction = Node & { parameters: readonly ParameterDeclaration[]; body?: Node }

export const nothingBound: Bound = new Map()
const deepest = 24
/** Anything that takes more steps counts as made at run time. */
const maxSteps = 4000

export function bare(expression: Expression): Expression {
  let inner = expression
  while (
    isParenthesizedExpression(inner) ||
    isAsExpression(inner) ||
    isSatisfiesExpression(inner) ||
    isNonNullExpression(inner) ||
    isAwaitExpression(inner)
  )
    inner = inner.expression
  return inner
}

/** Follows expressions through names, parameters, calls, objects and lists. */
export function makeSources(program: Program) {
  const { calls, declarationOf } = program
  const open = new Map<string, Set<Node>>()
  const callsByFunction = new Map<Node, CallExpression[]>()
  let depth = 0
  let steps = 0

  /** Guards against cycles and long chains. `what` names the question asked of the node. */
  function once<T>(what: string, node: Node, follow: () => T[]): T[] {
    const asked = open.get(what) ?? new Set()
    if (asked.has(node) || depth > deepest || steps++ > maxSteps) return []
    open.set(what, asked.add(node))
    depth++
    try {
      return follow()
    } finally {
      asked.delete(node)
      depth--
    }
  }

  /** Empty: only known at run time. */
  function sourcesOf({ expression, bound }: Source): Source[] {
    const inner = bare(expression)
    if (isIdentifier(inner)) return once('source', inner, () => sourcesOfDeclaration(declarationOf(inner), bound))
    if (isPropertyAccessExpression(inner)) {
      const found = once('source', inner, () =>
        propertyOf({ expression: inner.expression, bound }, inner.name.getText()),
      )
      if (found.length > 0) return found
      const declaration = declarationOf(inner.name)
      return declaration && isPropertyAssignment(declaration) ? [{ expression: declaration.initializer, bound }] : []
    }
    if (isElementAccessExpression(inner))
      return once('source', inner, () => allOf({ expression: inner.expression, bound }))
    if (isConditionalExpression(inner))
      return [inner.whenTrue, inner.whenFalse].map(side => ({ expression: side, bound }))
    if (isBinaryExpression(inner) && isEither(inner.operatorToken.kind))
      return [inner.left, inner.right].map(side => ({ expression: side, bound }))
    if (isCallExpression(inner)) return returnsOf(inner, bound)
    return []
  }

  function sourcesOfDeclaration(declaration: Node | undefined, bound: Bound): Source[] {
    if (!declaration) return []
    if (isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent
      if (isForOfStatement(loop)) return elementsOf({ expression: loop.expression, bound })
      return declaration.initializer ? [{ expression: declaration.initializer, bound }] : []
    }
    if (isParameterDeclaration(declaration)) return sourcesOfParameter(declaration, bound)
    if (!isBindingElement(declaration) || !isObjectBindingPattern(declaration.parent)) return []
    const name = (declaration.propertyName ?? declaration.name)?.getText() ?? ''
    const given = sourcesOfDeclaration(declaration.parent.parent, bound).flatMap(source => propertyOf(source, name))
    return declaration.initializer ? [...given, { expression: declaration.initializer, bound }] : given
  }

  function sourcesOfParameter(parameter: ParameterDeclaration, bound: Bound): Source[] {
    const given = bound.get(parameter)
    if (given) return [given]
    const asked = parameter.parent as AnyFunction
    const index = asked.parameters.indexOf(parameter)
    const standard = parameter.initializer ? [{ expression: parameter.initializer, bound: nothingBound }] : []
    const holder = asked.parent
    if (isCallExpression(holder) && isPropertyAccessExpression(holder.expression))
      return index === 0 ? elementsOf({ expression: holder.expression.expression, bound }) : []
    const callers = callsOf(asked).flatMap(call => {
      const argument = call.arguments[index]
      return argument ? [{ expression: argument, bound: nothingBound }] : []
    })
    return [...callers, ...standard]
  }

  function callsOf(asked: AnyFunction): CallExpression[] {
    const named = isFunctionDeclaration(asked) || isMethodDeclaration(asked) ? asked : asked.parent
    const name = (named as { name?: Node }).name
    if (!name || !isIdentifier(name)) return []
    const known = callsByFunction.get(named)
    if (known) return known
    const found = (calls.get(name.text) ?? []).filter(call => {
      const called = isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
      return declarationOf(called) === named
    })
    callsByFunction.set(named, found)
    return found
  }

  function propertyOf(source: Source, name: string): Source[] {
    const inner = bare(source.expression)
    if (!isObjectLiteralExpression(inner))
      return once(`property ${name}`, inner, () => sourcesOf(source).flatMap(next => propertyOf(next, name)))
    for (const property of [...inner.properties].reverse()) {
      if (isSpreadAssignment(property)) {
        const spread = propertyOf({ expression: property.expression, bound: source.bound }, name)
        if (spread.length > 0) return spread
      } else if (property.name?.getText().replace(/^['"]|['"]$/g, '') === name) return valueOf(property, source.bound)
    }
    return []
  }

  function valueOf(property: Node, bound: Bound): Source[] {
    if (isPropertyAssignment(property)) return [{ expression: property.initializer, bound }]
    if (isMethodDeclaration(property)) return [{ expression: property as unknown as Expression, bound }]
    if (isSpreadAssignment(property)) return allOf({ expression: property.expression, bound })
    if (!isShorthandPropertyAssignment(property)) return []
    return once('source', property, () => sourcesOfDeclaration(declarationOf(property), bound))
  }

  function allOf(source: Source): Source[] {
    const inner = bare(source.expression)
    if (isObjectLiteralExpression(inner)) return inner.properties.flatMap(one => valueOf(one, source.bound))
    if (isArrayLiteralExpression(inner)) return elementsOf(source)
    return once('all', inner, () => sourcesOf(source).flatMap(allOf))
  }

  function elementsOf(source: Source): Source[] {
    const { bound } = source
    const inner = bare(source.expression)
    if (isArrayLiteralExpression(inner))
      return inner.elements.flatMap(one =>
        isSpreadElement(one)
          ? once('elements', one, () => elementsOf({ expression: one.expression, bound }))
          : [{ expression: one, bound }],
      )
    if (isConditionalExpression(inner))
      return [inner.whenTrue, inner.whenFalse].flatMap(side => optional(elementsOf({ expression: side, bound })))
    if (isCallExpression(inner) && isPropertyAccessExpression(inner.expression)) {
      const { name, expression: list } = inner.expression
      const [made] = inner.arguments
      if (name.getText() === 'filter') return optional(elementsOf({ expression: list, bound }))
      if (made && name.getText() === 'map') return resultsOf(made, bound)
      if (made && name.getText() === 'flatMap') return optional(resultsOf(made, bound).flatMap(elementsOf))
    }
    const lists = once('elements', inner, () => sourcesOf(source).map(elementsOf))
    return lists.length > 1 ? lists.flatMap(optional) : lists.flat()
  }

  function returnsOf(call: CallExpression, bound: Bound): Source[] {
    return functionsOf({ expression: call.expression, bound }).flatMap(({ made, bound: around }) => {
      const inside = new Map(around)
      for (const [index, parameter] of made.parameters.entries()) {
        const argument = call.arguments[index] ?? parameter.initializer
        if (argument) inside.set(parameter, { expression: argument, bound })
      }
      return once('source', made, () => bodyOf(made, inside))
    })
  }

  function resultsOf(handed: Expression, bound: Bound): Source[] {
    return functionsOf({ expression: handed, bound }).flatMap(({ made, bound: around }) => bodyOf(made, around))
  }

  function functionsOf(source: Source): { made: AnyFunction; bound: Bound }[] {
    const inner = bare(source.expression) as Node
    if (isArrowFunction(inner) || isFunctionExpression(inner) || isMethodDeclaration(inner))
      return [{ made: inner as unknown as AnyFunction, bound: source.bound }]
    const name = isPropertyAccessExpression(inner) ? inner.name : inner
    const declaration = isIdentifier(name) ? declarationOf(name) : undefined
    if (declaration && (isFunctionDeclaration(declaration) || isMethodDeclaration(declaration)))
      return [{ made: declaration as unknown as AnyFunction, bound: source.bound }]
    return once('function', inner, () => sourcesOf(source).flatMap(functionsOf))
  }

  return {
    sourcesOf,
    elementsOf,
    begin: () => (steps = 0),
  }
}

function optional(sources: Source[]): Source[] {
  return sources.map(source => ({ ...source, optional: true }))
}

function isEither(kind: SyntaxKind): boolean {
  return kind === SyntaxKind.QuestionQuestionToken || kind === SyntaxKind.BarBarToken
}

function bodyOf(made: AnyFunction, bound: Bound): Source[] {
  const { body } = made
  if (!body) return []
  if (!isBlock(body)) return [{ expression: body as Expression, bound }]
  const found: Source[] = []
  function visit(node: Node): void {
    if (isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node)) return
    if (isReturnStatement(node) && node.expression) found.push({ expression: node.expression, bound })
    node.forEachChild(visit)
  }
  body.forEachChild(visit)
  return found
}
