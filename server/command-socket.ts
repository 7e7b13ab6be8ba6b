import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '#platform/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { runCommand } from './run-command.ts'

const longestRequest = 65_536

/** Listens on DATA_DIR/sen.sock, which its owner alone may open: one JSON line of words in, one JSON object out. */
export function listenForCommands(platform: Platform): Promise<() => void> {
  const path = join(platform.config.dataDir, 'sen.sock')
  rmSync(path, { force: true })
  const server = createServer(socket => {
    let request = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', chunk => {
      request += String(chunk)
      if (request.length > longestRequest) socket.destroy()
      if (!request.includes('\n')) return
      void answer(platform, request).then(reply => socket.end(JSON.stringify(reply)))
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve(() => server.close())
    })
  })
}

type Reply = { answer: string } | { error: string }

async function answer(platform: Platform, request: string): Promise<Reply> {
  try {
    return { answer: await runCommand(platform, JSON.parse(request) as string[]) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** @returns undefined when no server listens there */
export function askRunningServer(dataDir: string, words: string[]): Promise<string | undefined> {
  const path = join(dataDir, 'sen.sock')
  if (!existsSync(path)) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(path)
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`${JSON.stringify(words)}\n`))
    socket.on('error', error =>
      'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
        ? resolve(undefined)
        : reject(error),
    )
    socket.on('data', chunk => {
      text += String(chunk)
    })
    socket.on('end', () => {
      if (!text) return reject(new StartError('The server ended before it answered.'))
      const reply = JSON.parse(text) as Reply
      if ('error' in reply) reject(new StartError(reply.error))
      else resolve(reply.answer)
    })
  })
}
