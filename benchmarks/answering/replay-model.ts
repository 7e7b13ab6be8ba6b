import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Request = { messages: { role: string; content: string }[] }

export type ReplayModel = {
  url: string
  counts: { found: number; missing: number }
  close(): void
}

const silence = JSON.stringify({
  act: 'abstain',
  language: 'vi',
  standalone_question: '',
  citations: [],
  confidence: 0,
  unanswered: [],
  reply: '',
})

/** Replies from `replies/KE/KEY.json`, KEY being the hash of the prompt's user part, KE its first two digits. Prompts without one go to `pending/`. */
export async function replayModel(folder: string): Promise<ReplayModel> {
  for (const part of ['replies', 'pending']) mkdirSync(join(folder, part), { recursive: true })
  const counts = { found: 0, missing: 0 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      const prompt = plainPrompt(JSON.parse(body) as Request)
      const file = join(folder, 'replies', prompt.key.slice(0, 2), `${prompt.key}.json`)
      const stored = existsSync(file)
      counts[stored ? 'found' : 'missing'] += 1
      if (!stored) writeFileSync(join(folder, 'pending', `${prompt.key}.json`), JSON.stringify(prompt, null, 1))
      const text = stored ? readFileSync(file, 'utf8') : silence
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: null }] })}\n\n`)
      const usage = { prompt_tokens: Math.ceil(body.length / 3), completion_tokens: Math.ceil(text.length / 3) }
      response.write(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }], usage })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    counts,
    close: () => server.close(),
  }
}

/** A prompt with its secret words replaced, so that the same question gives the same prompt in every run. */
export function plainPrompt({ messages }: Request): { key: string; system: string; user: string } {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const user = messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content)
    .join('\n\n')
  const token = /end of message ([\w-]+)>>>/.exec(user)?.[1]
  const canary = /this word: (\S+)/.exec(system)?.[1]
  const plain = (text: string): string =>
    [token, canary].reduce<string>((rest, secret, at) => (secret ? rest.replaceAll(secret, 'TC'[at]!) : rest), text)
  const key = createHash('sha256').update(plain(user)).digest('hex').slice(0, 16)
  return { key, system: plain(system), user: plain(user) }
}
