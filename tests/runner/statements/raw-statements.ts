import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSpreadAssignment,
  isVariableDeclaration,
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

const session = /\/server\/platform\/sql\/session\.ts$/
/** What is handed to its functions is checked where it is written. */
const typedWays = /\/server\/platform\/sql\/compile-statement\.ts$/

/** Ways to a database by the name called and the file that declares it; `text`: which argument is the statement. */
const ways: Record<string, { files: RegExp; text: number; isParsed?: true }> = {
  query: { files: /\/server\/platform\/sql\/session\.ts$|\/@types\/pg\/|\/@electric-sql\/pglite\//, text: 0 },
  exec: { files: /\/@electric-sql\/pglite\//, text: 0 },
  plain: { files: session, text: 0 },
  queryParsed: { files: typedWays, text: 2, isParsed: true },
}
const giveRows = ['query', 'exchange', 'alone']

type Calls = ReadonlyMap<string, CallExpression[]>
type DeclarationOf = (name: Node) => Node | undefined

export function findRaw(
  calls: Calls,
  literals: readonly ObjectLiteralExpression[],
  declarationOf: DeclarationOf,
): RawStatement[] {
  const called = Object.entries(ways).flatMap(([name, { files, text: at, isParsed = false }]) =>
    callsOf(name, files, calls, declarationOf).flatMap(call => rawFromCall(call, at, isParsed)),
  )
  return [...called, ...literals.flatMap(rawFromLiteral)]
}

/** Calls whose rows are read, though nothing says what they are. */
export function findUntyped(calls: Calls, declarationOf: DeclarationOf): Node[] {
  return giveRows.flatMap(name => callsOf(name, session, calls, declarationOf)).filter(isRead)
}

function callsOf(name: string, files: RegExp, calls: Calls, declarationOf: DeclarationOf): CallExpression[] {
  return (calls.get(name) ?? []).filter(call => {
    const { expression } = call
    const declaration = declarationOf(isPropertyAccessExpression(expression) ? expression.name : expression)
    const isWay = declaration && files.test(declaration.getSourceFile().fileName)
    return isWay && !typedWays.test(call.getSourceFile().fileName)
  })
}

function rawFromCall(call: CallExpression, at: number, isParsed: boolean): RawStatement[] {
  const [text, values] = call.arguments.slice(at)
  if (!text) return []
  const [row] = isParsed ? [] : (call.typeArguments ?? [])
  const given = values && isArrayLiteralExpression(values) ? values.elements : []
  return [{ node: call, text, values: given, row, isUsed: !isParsed && !isDropped(call) }]
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

/** `const { rows } = await …` or `(await …).rows` */
function isRead({ parent }: Node): boolean {
  if (isAwaitExpression(parent) || isParenthesizedExpression(parent)) return isRead(parent)
  if (isPropertyAccessExpression(parent)) return parent.name.text === 'rows'
  if (!isVariableDeclaration(parent) || !isObjectBindingPattern(parent.name)) return false
  return parent.name.elements.some(one => (one.propertyName ?? one.name)?.getText() === 'rows')
}
