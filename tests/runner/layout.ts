import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = 'docs/house.md'
const leftOut = new Set(['built', 'data'])
/** Named as folders, without their contents. */
const dataFolders = new Set(['tests/data', 'benchmarks/data', 'database/migrations'])

/** @returns a line for each folder that the page misses or invents */
export function checkLayout(root: string): string[] {
  if (!existsSync(join(root, page))) return []
  const text = readFileSync(join(root, page), 'utf8')
  const named = new Set([...text.matchAll(/^\| `([\w./-]+)\/` \| \S/gm)].map(([, folder]) => folder ?? ''))
  const there = new Set(foldersIn(root, ''))
  return [
    ...[...there].filter(folder => !named.has(folder)).map(folder => `${folder}: say in ${page} what lies there.`),
    ...[...named].filter(folder => !there.has(folder)).map(folder => `${page}: there is no ${folder}/.`),
  ]
}

function foldersIn(root: string, path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(entry => entry.name !== 'node_modules' && (path !== '' || !leftOut.has(entry.name)))
    .map(entry => (path === '' ? entry.name : `${path}/${entry.name}`))
    .flatMap(folder => [folder, ...(dataFolders.has(folder) ? [] : foldersIn(root, folder))])
}
