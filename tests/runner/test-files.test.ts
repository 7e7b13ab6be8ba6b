import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from './test-files.ts'

test('a suite that throws before it has tests fails its file, though another test of it passes', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'sen-runner-'))
  t.after(() => rm(folder, { recursive: true }))
  const [broken, runs] = [join(folder, 'broken.mjs'), join(folder, 'runs.mjs')]
  await writeFile(
    broken,
    `import { describe, test } from 'node:test'
test('whole', () => {})
describe('broken', () => { throw new Error('never begun') })`,
  )
  // In a process of its own: within a test's process no other tests are run.
  await writeFile(
    runs,
    `import { runTestFile } from '${pathToFileURL(join(import.meta.dirname, 'test-files.ts')).href}'
const { passed, failed, problems } = await runTestFile(${JSON.stringify(relative(root, broken))}, 1, process.env)
console.log('\\n' + JSON.stringify({ passed, failed, problems }))`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [runs], { env })
  const { passed, failed, problems } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([passed, failed], [1, 1])
  assert.match(problems.join('\n'), /never begun/)
})
