// docs/house.md says what lies where: it names every folder of the first levels, and no other.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const levels = 2
/** Made when the program is built or runs. */
const leftOut = new Set(['built', 'data'])
/** Folders of data are named, what lies in them is not. */
const dataFolders = new Set(['tests/data', 'benchmarks/data'])

function foldersIn(path: string, depth: number): string[] {
  if (depth === 0) return []
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(entry => entry.name !== 'node_modules' && (path !== '' || !leftOut.has(entry.name)))
    .map(entry => (path === '' ? entry.name : `${path}/${entry.name}`))
    .flatMap(folder => [folder, ...(dataFolders.has(folder) ? [] : foldersIn(folder, depth - 1))])
}

test('the layout names every folder of the first levels, and no other', () => {
  const page = readFileSync(join(root, 'docs/house.md'), 'utf8')
  const named = [...page.matchAll(/^\| `([\w./-]+)\/` \| \S/gm)].map(([, folder]) => folder ?? '')
  assert.deepEqual(named.toSorted(), foldersIn('', levels + 1).toSorted())
})
