import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const code = /\.(ts|tsx|mjs)$/
const folders = ['shared', 'server', 'database', 'widget', 'web', 'dev', 'benchmarks', 'content', 'tests']

/** Everything is reachable through these, so they are followed by API addresses instead. */
const hubs = new Set(['server/app.ts', 'server/features.ts', 'server/main.ts'])
const shownBy = { file: 'tests/setup/browser.ts', folders: ['web', 'widget', 'content', 'shared'] }

/** Simulated platforms exercise the code that answers them. */
const driven: Record<string, string> = {
  'tests/drivers/messenger-driver.ts': 'server/features/inbox/inbox.feature.ts',
  'tests/drivers/zalo-driver.ts': 'server/features/inbox/inbox.feature.ts',
}

export type ImportGraph = Map<string, Set<string>>

/** By import, path in a string ('database/migrations': all its files), or address ('/api/v1/orders': the file that serves it). */
export function readImportGraph(root: string): ImportGraph {
  const files = folders.flatMap(folder => listFiles(root, folder))
  const known = new Set([...files, 'run.mjs'])
  const texts = new Map(
    files.filter(file => code.test(file)).map(file => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const served = servedAddresses(texts)
  const graph: ImportGraph = new Map()
  for (const [file, text] of texts) {
    const uses = new Set<string>()
    for (const literal of literals(text)) {
      for (const path of resolveLiteral(root, file, literal, known)) uses.add(path)
      const server = served.get(prefixOf(literal))
      if (server !== undefined && file.startsWith('tests/')) uses.add(server)
    }
    // A test may reach the file beside it by its address alone.
    if (file.endsWith('.test.ts') && known.has(beside(file))) uses.add(beside(file))
    if (driven[file]) uses.add(driven[file])
    uses.delete(file)
    graph.set(file, uses)
  }
  const shown = files.filter(file => shownBy.folders.some(folder => file.startsWith(`${folder}/`)))
  for (const file of shown) graph.get(shownBy.file)?.add(file)
  return graph
}

/** Including the files themselves. `across`: also through the hubs. */
export function reachedBy(graph: ImportGraph, changed: string[], across = false): Set<string> {
  const users = new Map<string, string[]>()
  for (const [file, uses] of graph) for (const used of uses) users.set(used, [...(users.get(used) ?? []), file])
  const reached = new Set(changed)
  const waiting = [...changed]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (!across && hubs.has(file) && !changed.includes(file)) continue
    for (const user of users.get(file) ?? []) {
      if (reached.has(user)) continue
      reached.add(user)
      waiting.push(user)
    }
  }
  return reached
}

const beside = (file: string) => file.replace(/\.test\.ts$/, '.ts')

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
}

const withoutUse = /^\s*(\/\/|\/?\*).*$|^(import|export) type [^;]*?'$|import\('[^']*'\)\./gm

function literals(text: string): Set<string> {
  const found = text.replace(withoutUse, '').matchAll(/'([^'\n]{2,160})'|`([^`\n$]{2,160})/g)
  return new Set([...found].map(([, quoted, template]) => quoted ?? template ?? ''))
}

function resolveLiteral(root: string, file: string, literal: string, known: Set<string>): string[] {
  const path = literal.startsWith('#')
    ? literal
        .replace('#platform/', 'server/platform/')
        .replace('#supabase/', 'server/supabase/')
        .replace('#features/', 'server/features/')
        .replace('#', '')
    : undefined
  const candidates = [
    path,
    literal.startsWith('.') ? relative(root, resolve(root, dirname(file), literal)) : literal,
  ].filter(one => one !== undefined)
  for (const candidate of candidates) {
    if (known.has(candidate)) return [candidate]
    // Only with a slash: a bare 'server' or 'tests' is a word.
    if (candidate.includes('/') && isFolder(root, candidate))
      return [...known].filter(one => one.startsWith(`${candidate}/`))
  }
  return []
}

function isFolder(root: string, path: string): boolean {
  return (
    folders.includes(path.split('/', 1)[0] ?? '') &&
    Boolean(statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory())
  )
}

function servedAddresses(texts: Map<string, string>): Map<string, string> {
  const served = new Map<string, string>()
  for (const [file, text] of texts) {
    if (!/(\.feature|-routes)\.ts$/.test(file)) continue
    for (const literal of literals(text)) {
      const address = prefixOf(literal.replace(/^(GET|POST|PUT|PATCH|DELETE) /, ''))
      if (address) served.set(address, file)
    }
  }
  return served
}

/** '/api/v1/orders/7/proof' -> '/api/v1/orders', '/hooks/facebook' -> '/hooks' */
function prefixOf(address: string): string {
  const [, first = '', ...words] = address.split('?', 1)[0]?.split('/') ?? []
  if (!address.startsWith('/') || words.length === 0) return ''
  return words[0] === 'v1' ? ['', first, ...words.slice(0, 2)].join('/') : `/${first}`
}
