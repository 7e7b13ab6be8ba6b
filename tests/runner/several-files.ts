// The test files that TEST_FILES names, in this process.
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const paths = (process.env['TEST_FILES'] ?? '').split('\n')
const { promise, resolve } = Promise.withResolvers<void>()
// Before all tests of theirs: the first file's could be over while the next is still being read.
if (paths.length > 1) void test('the files are read', () => promise)
// What still holds the process then is let go. Node's own --test-force-exit loses what was told last.
after(() => setTimeout(() => process.exit(), 3000).unref())
for (const path of paths) await import(pathToFileURL(path).href)
resolve()
