// `npm run -s sbom`
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
type Part = { name: string; version: string; hashes?: { alg: string }[] }
type Locked = { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }

test('every part of the lock file that runs stands in the list, each with its hash', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const list = JSON.parse(stdout) as {
    bomFormat: string
    components: Part[]
    metadata: { component: { name: string } }
  }
  assert.equal(list.bomFormat, 'CycloneDX')
  assert.equal(list.metadata.component.name, 'sen')
  const named = new Set(list.components.map(({ name, version }) => `${name}@${version}`))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const missing = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    .filter(part => !named.has(part))
  assert.deepEqual(missing, [])
  for (const { name, hashes } of list.components) assert.equal(hashes?.[0]?.alg, 'SHA-512', name)
})
