// The test files that TEST_FILES names, one after the other in this process.
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const { promise, resolve } = Promise.withResolvers<void>()
// It stands before all tests of theirs: the process would end with the last one known, while the next file is still being read.
void test('the files are read', () => promise)
for (const path of (process.env['TEST_FILES'] ?? '').split('\n')) await import(pathToFileURL(path).href)
resolve()
