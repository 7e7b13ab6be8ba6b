import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openVisitor, type Page } from '#dev/visitor-client.ts'
import type { Order, Result } from './load.ts'

const atOnce = 16

/** Sends messages from a process of its own. */
export async function load(order: Order): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  child.send(order)
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was done.')
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Result]
  ended.catch(() => {})
  child.disconnect()
  return result
}

/** Tokens of visitors who have opened the chat. */
export async function openVisitors(url: string, page: Page, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - tokens.length) }, () => openVisitor(url, page))
    tokens.push(...(await Promise.all(some)).map(({ token }) => token))
  }
  return tokens
}
