import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openVisitor, type Page } from '#dev/visitor-client.ts'
import type { Order } from './load.ts'
import type { LoadResult } from './load-result.ts'

const atOnce = 16

export function load(order: Order): Promise<LoadResult> {
  return runLoad('load.ts', order)
}

export async function runLoad<Report>(file: string, order: object): Promise<Report> {
  const child = fork(join(import.meta.dirname, file))
  child.send(order)
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load ended before it was done.')
  })
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [Report]
  ended.catch(() => {})
  child.disconnect()
  return report
}

export async function openVisitors(url: string, page: Page, count: number): Promise<string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - tokens.length) }, () => openVisitor(url, page))
    tokens.push(...(await Promise.all(some)).map(({ token }) => token))
  }
  return tokens
}
