import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const built = join(import.meta.dirname, '../built/web')
const maxBytes = 300 * 1024

function withNeeded(file: string, known: Set<string>): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const code = readFileSync(join(built, 'assets', file), 'utf8')
  for (const [, needed = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withNeeded(needed, known)
  return known
}

/** The clients for live changes and files load later. */
test('the dashboard with its inbox loads at most 300 kB of script', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const named = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, file = '']) => file)
  const parts = readdirSync(join(built, 'assets')).filter(file =>
    /^(?:dashboard\.page|inbox\.section)-.*\.js$/.test(file),
  )
  assert.equal(parts.length, 2)
  const files = new Set<string>()
  for (const file of [...named, ...parts]) withNeeded(file, files)
  assert.ok(files.size > 10, [...files].join(' '))
  const sizes = [...files].map(file => gzipSync(readFileSync(join(built, 'assets', file))).length)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(all <= maxBytes, `${all} bytes in ${files.size} files`)
  assert.ok(all > maxBytes / 3, `${all} bytes cannot be all of it`)
})
