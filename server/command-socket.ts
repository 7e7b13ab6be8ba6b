import { chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Platform } from '#platform/platform.ts'
import type { Reply } from './ask-running-server.ts'
import { runCommand } from './run-command.ts'

const maxRequestLength = 65_536

/** DATA_DIR/sen.sock, accessible to its owner only: one JSON line of words in, one JSON object out. */
export function listenForCommands(platform: Platform): Promise<() => void> {
  const path = join(platform.config.dataDir, 'sen.sock')
  rmSync(path, { force: true })
  const server = createServer(socket => {
    let request = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', chunk => {
      request += String(chunk)
      if (request.length > maxRequestLength) socket.destroy()
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

async function answer(platform: Platform, request: string): Promise<Reply> {
  try {
    return { answer: await runCommand(platform, JSON.parse(request) as string[]) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
