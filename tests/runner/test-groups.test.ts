import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readImportGraph } from './import-graph.ts'
import { findTestFiles, root } from './test-files.ts'
import { groupRuns } from './test-groups.ts'

test('neighbours share a process, every file runs once, and what touches its whole process runs alone', () => {
  const files = findTestFiles()
  const groups = groupRuns(
    files.map(file => ({ file, engine: 'embedded' })),
    readImportGraph(root),
  )
  assert.deepEqual(groups.flatMap(group => group.files).sort(), [...files].sort())
  assert.ok(groups.length < files.length / 2)
  const besides = (file: string) => groups.find(group => group.files.includes(file))?.files.length
  assert.equal(besides('tests/kill/kill.test.ts'), 1)
  assert.equal(besides('tests/journeys/sign-in/sign-in.test.ts'), 6)
  assert.equal(besides('tests/attacks/pages-by-query.test.ts'), 1, 'a hook of the whole process')
  const shared = groups.find(group => group.files.includes('server/features/inbox/arrivals/read-hook.test.ts'))?.files
  assert.equal(
    shared?.includes('server/features/inbox/delivery/show-typing.test.ts'),
    false,
    'a stand-in and the channel itself',
  )
  for (const group of groups) {
    assert.ok(group.files.length <= 16)
    assert.equal(new Set(group.files.map(file => file.split('/')[0])).size, 1)
  }
})
