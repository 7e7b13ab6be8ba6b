import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  type Node,
  type ObjectLiteralExpression,
  type TypeNode,
} from 'typescript/unstable/ast'

/** SQL that goes to a database as plain text. */
export type RawStatement = {
  node: Node
  text: Expression
  values: readonly Expression[]
  row: TypeNode | undefined
  /** Somebody reads what comes back. */
  isUsed: boolean
}

/** Ways to a database by the name called and the file that declares it. */
const ways: Record<string, RegExp> = {
  query: /\/server\/platform\/sql\/session\.ts$|\/@types\/pg\/|\/@electric-sql\/pglite\//,
  exec: /\/@electric-sql\/pglite\//,
  plain: /\/server\/platform\/sql\/session\.ts$/,
}

export function findRaw(
  calls: ReadonlyMap<string, CallExpression[]>,
  literals: readonly ObjectLiteralExpression[],
  declarationOf: (name: Node) => Node | undefined,
): RawStatement[] {
  const called = Object.entries(ways).flatMap(([name, files]) =>
    (calls.get(name) ?? []).filter(({ expression }) => {
      const declaration = declarationOf(isPropertyAccessExpression(expression) ? expression.name : expression)
      return declaration && files.test(declaration.getSourceFile().fileName)
    }),
  )
  return [...called.flatMap(rawFromCall), ...literals.flatMap(rawFromLiteral)]
}

function rawFromCall(call: CallExpression): RawStatement[] {
  const [text, values] = call.arguments
  if (!text) return []
  const [row] = call.typeArguments ?? []
  const given = values && isArrayLiteralExpression(values) ? values.elements : []
  return [{ node: call, text, values: given, row, isUsed: !isDropped(call) }]
}

/** `{ text: …, parameters }`, written out. */
function rawFromLiteral(literal: ObjectLiteralExpression): RawStatement[] {
  const names = literal.properties.map(property => (isSpreadAssignment(property) ? '' : property.name?.getText()))
  const text = literal.properties[names.indexOf('text')]
  if (!names.includes('parameters') || !text || !isPropertyAssignment(text)) return []
  return [{ node: literal, text: text.initializer, values: [], row: undefined, isUsed: true }]
}

/** Through `await`, `.catch(…)` and `.finally(…)`. */
function isDropped({ parent }: Node): boolean {
  if (isExpressionStatement(parent)) return true
  if (isAwaitExpression(parent)) return isDropped(parent)
  const isHandled = isPropertyAccessExpression(parent) && ['catch', 'finally'].includes(parent.name.text)
  return isHandled && isCallExpression(parent.parent) && isDropped(parent.parent)
}
