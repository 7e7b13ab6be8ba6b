import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../server/commands.ts')

export async function runSen(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const { child, output } = startSen(settings, ...words)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

export function startSen(
  settings: Record<string, string>,
  ...words: string[]
): { child: ChildProcess; output: () => string } {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += String(text)))
  return { child, output: () => output.trim() }
}
