import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, makeHome, runServer, startServer } from '../setup/server-process.ts'

function oneLine(output: string): string {
  const lines = output.trim().split('\n')
  assert.equal(lines.length, 1, `one line was expected: ${output}`)
  assert.doesNotMatch(output, /\s+at .*:\d+:\d+/)
  return lines[0] ?? ''
}

test('a used port is said in one line', async () => {
  const home = await makeHome()
  const other = createServer().listen(home.port, '127.0.0.1')
  await once(other, 'listening')
  const { code, output } = await runServer(home.settings)
  assert.notEqual(code, 0)
  assert.match(oneLine(output), new RegExp(`Port ${home.port} is in use`))
  other.close()
  await home.remove()
})

test('broken settings are said in one line, all of them', async () => {
  const home = await makeHome({ PORT: 'seventy', MAIL_URL: 'nonsense', LOG_LEVEL: 'loud' })
  const { code, output } = await runServer(home.settings)
  assert.notEqual(code, 0)
  const line = oneLine(output)
  for (const name of ['PORT', 'MAIL_URL', 'LOG_LEVEL']) assert.match(line, new RegExp(name))
  await home.remove()
})

test('a database that cannot be reached is said in one line, without its password', async () => {
  const home = await makeHome()
  const { code, output } = await runServer({
    ...home.settings,
    DATABASE_URL: 'postgresql://sen:geheim@127.0.0.1:1/sen',
  })
  assert.notEqual(code, 0)
  assert.match(oneLine(output), /DATABASE_URL/)
  assert.doesNotMatch(output, /geheim/)
  await home.remove()
})

test('a data folder that cannot be written is said in one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-read-only-'))
  const home = await makeHome()
  // Even root cannot make a folder below a device; others are stopped by the folder's rights.
  chmodSync(folder, 0o500)
  const dataDir = process.getuid?.() === 0 ? '/dev/null/data' : join(folder, 'data')
  const { code, output } = await runServer({ ...home.settings, DATA_DIR: dataDir, DATABASE_URL: '' })
  assert.notEqual(code, 0)
  assert.match(oneLine(output), /data folder .* cannot be/)
  rmSync(folder, { recursive: true })
  await home.remove()
})

test('a second server on the same data folder waits, then refuses; where the first was killed it goes on', async () => {
  const home = await makeHome()
  const embedded = { ...home, settings: { ...home.settings, DATABASE_URL: '' } }
  const first = await startServer(embedded)
  const second = await runServer({ ...embedded.settings, PORT: '0' })
  assert.notEqual(second.code, 0)
  const [waits = '', refuses = '', ...more] = second.output.trim().split('\n')
  assert.match(waits, new RegExp(`in use by process ${first.pid}\\. Waiting`))
  assert.match(refuses, new RegExp(`in use by process ${first.pid}\\. Stop that one`))
  assert.deepEqual(more, [])
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  const port = await freePort()
  const next = startServer({ ...embedded, port, settings: { ...embedded.settings, PORT: String(port) } })
  await first.kill()
  await (await next).stop()
  await home.remove()
})

test('SIGTERM ends with 0 within 15 seconds, an open connection or not, and the folder is free again', async () => {
  const home = await makeHome()
  const server = await startServer(home)
  const socket = (await import('node:net')).connect(home.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n') // unterminated headers
  const { code, ms } = await server.stop()
  socket.destroy()
  assert.equal(code, 0)
  assert.ok(ms < 15_000, `${ms} ms`)
  const again = await startServer(home)
  assert.equal((await again.stop()).code, 0)
  await home.remove()
})

test('the door starts on an empty folder, and hands signals and exit codes on', async () => {
  const home = await makeHome({}, { empty: true })
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../run.mjs'), 'start'], {
    env: { PATH, NODE_COMPILE_CACHE, ...home.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let output = ''
  child.stdout.on('data', text => {
    output += String(text)
    if (output.includes('is ready')) child.kill('SIGTERM')
  })
  const [code] = (await closed) as [number]
  assert.equal(code, 0)
  assert.match(output, new RegExp(`is ready: http://localhost:${home.port}`))
  await home.remove()
})
