import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { StartError } from '#platform/errors.ts'

export type Reply = { answer: string } | { error: string }

/** Undefined if no server is listening. */
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
