import { join } from 'node:path'
import { API, type Checker, type Project, type Symbol, SymbolFlags } from 'typescript/unstable/sync'
import type { FileSystem } from 'typescript/unstable/fs'
import { findRaw, findUntyped, type RawStatement } from './raw-statements.ts'
import {
  type CallExpression,
  type Expression,
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'

export type Program = {
  checker: Checker
  templates: TaggedTemplateExpression[]
  /** Sent without a template. */
  raw: RawStatement[]
  untyped: Node[]
  calls: Map<string, CallExpression[]>
  /** Follows imports, and `{ name }` to the name. */
  declarationOf(name: Node): Node | undefined
  close(): void
}

/** `config`: path of the tsconfig; `fs`: virtual files, for tests. */
export function openProgram(config: string, isLookedAt: (path: string) => boolean, fs?: FileSystem): Program {
  const api = new API({ cwd: join(config, '..'), ...(fs ? { fs } : {}) })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`There is no project ${config}`)
  const { templates, calls, literals } = readFiles(project, isLookedAt)
  const { checker } = project
  const symbols = new Map<Node, Symbol | undefined>()
  const declarations = new Map<Node, Node | undefined>()
  const names = templates.flatMap(namesIn)
  for (const [index, symbol] of checker.getSymbolAtLocation(names).entries()) symbols.set(names[index] as Node, symbol)

  function findDeclaration(name: Node): Node | undefined {
    const symbol = isShorthandPropertyAssignment(name)
      ? checker.getShorthandAssignmentValueSymbol(name)
      : symbols.has(name)
        ? symbols.get(name)
        : checker.getSymbolAtLocation(name)
    if (!symbol) return undefined
    const original = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return original.valueDeclaration?.resolve(project)
  }

  function declarationOf(name: Node): Node | undefined {
    if (!declarations.has(name)) declarations.set(name, findDeclaration(name))
    return declarations.get(name)
  }

  return {
    checker,
    templates,
    raw: findRaw(calls, literals, declarationOf),
    untyped: findUntyped(calls, declarationOf),
    calls,
    declarationOf,
    close: () => api.close(),
  }
}

/** In a template's places, to be resolved in one batch. */
function namesIn({ template }: TaggedTemplateExpression): Node[] {
  if (!isTemplateExpression(template)) return []
  return template.templateSpans.map(span => span.expression).filter(isIdentifier)
}

function readFiles(project: Project, isLookedAt: (path: string) => boolean) {
  const templates: TaggedTemplateExpression[] = []
  const calls = new Map<string, CallExpression[]>()
  const literals: ObjectLiteralExpression[] = []
  function visit(node: Node): void {
    if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') templates.push(node)
    else if (isCallExpression(node)) {
      const name = nameOfCalled(node.expression)
      if (name !== undefined) calls.set(name, [...(calls.get(name) ?? []), node])
    } else if (isObjectLiteralExpression(node)) literals.push(node)
    node.forEachChild(visit)
  }
  for (const path of project.program.getSourceFileNames()) {
    if (!isLookedAt(path)) continue
    const file = project.program.getSourceFile(path)
    if (file) visit(file)
  }
  return { templates, calls, literals }
}

function nameOfCalled(called: Expression): string | undefined {
  if (isIdentifier(called)) return called.text
  return isPropertyAccessExpression(called) && isIdentifier(called.name) ? called.name.text : undefined
}

export function placeOf(node: Node, root: string): string {
  const file: SourceFile = node.getSourceFile()
  const line = file.text.slice(0, node.getStart(file)).split('\n').length
  return `${file.fileName.replace(`${root}/`, '')}:${line}`
}
