import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const paths = (process.env['TEST_FILES'] ?? '').split('\n')
const { promise, resolve } = Promise.withResolvers<void>()
// Before their tests: the first file's could be over while the next is loading.
if (paths.length > 1) void test('the files are read', () => promise)
// Releases what still holds the process. Node's --test-force-exit loses the last output.
after(() => setTimeout(() => process.exit(), 3000).unref())
for (const path of paths) await import(pathToFileURL(path).href)
resolve()
