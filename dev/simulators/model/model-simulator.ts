// Written from the documents of OpenAI, Anthropic and Google. Quotes the passage with the most question words, or fails as ordered.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readPrompt, type ReadPrompt, replyTo, type SimulatedReply } from './model-replies.ts'
import { type Protocol, speak } from './model-streams.ts'
import { meaningOf } from './model-vectors.ts'

export const wrongAnswers = [
  'invented price',
  'price in words',
  'invented phone',
  'invented name',
  'invented promise',
  'wrong unit',
  'false quote',
  'chunk not sent',
  'no citation',
  'foreign link',
  'hidden link',
  'canary leak',
  'canary in disguise',
  'rules leak',
  'obeys document',
  'obeys customer',
  'other language',
  'too long',
  'markup',
  'other words',
  'unsure',
] as const
export const brokenAnswers = [
  'bad JSON',
  'wrong schema',
  'empty',
  'refusal',
  'slow first token',
  'stalls',
  'cut stream',
  'cut connection',
  'endless stream',
  'endless text',
  'garbage',
  '401',
  '429',
  '500',
  'redirect',
] as const
export type ModelFault =
  | (typeof wrongAnswers)[number]
  | (typeof brokenAnswers)[number]
  | 'role missing'
  | 'no streaming'
  | 'chatty'
  | 'abstains'

export type ModelSimulator = {
  address: string
  fault: ModelFault | undefined
  faultsLeft: number
  unknownFields: string[]
  retryAfter: string | undefined
  script: Partial<SimulatedReply> | undefined
  calls: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
  /** awaited before each piece of an answer; gets the text so far */
  beforePiece: ((text: string) => Promise<void>) | undefined
  vectorFault: '500' | '401' | 'silent' | 'one missing' | 'other length' | undefined
  vectorCalls: string[][]
  /** calls whose client closed the connection before the answer was complete */
  abandoned: number
  close(): Promise<void>
}

export async function startModelSimulator(port = 0): Promise<ModelSimulator> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const simulator: ModelSimulator = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    faultsLeft: Infinity,
    unknownFields: [],
    retryAfter: undefined,
    script: undefined,
    calls: [],
    beforePiece: undefined,
    vectorFault: undefined,
    vectorCalls: [],
    abandoned: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await textOf(request)) as Record<string, unknown>
    const path = request.url ?? ''
    const texts = textsToEmbed(path, body)
    if (texts) return embed(texts, path, response)
    simulator.calls.push({ path, headers: request.headers, body })
    response.once('close', () => {
      if (!response.writableFinished) simulator.abandoned += 1
    })
    const protocol = protocolOf(path)
    if (!protocol || request.method !== 'POST') return refuse(response, 404, 'Not found')
    const unknown = simulator.unknownFields.find(field => JSON.stringify(body).includes(`"${field}"`))
    const instead = unknown === 'max_tokens' ? ' Use max_completion_tokens instead.' : ''
    if (unknown) return refuse(response, 400, `Unsupported parameter: ${unknown}.${instead}`)
    const fault = simulator.faultsLeft > 0 ? simulator.fault : undefined
    simulator.faultsLeft -= 1
    if (fault === '401') return refuse(response, 401, 'Invalid key')
    if (fault === '429' || fault === '500') {
      if (simulator.retryAfter) response.setHeader('retry-after', simulator.retryAfter)
      return refuse(response, Number(fault), 'Later')
    }
    if (fault === 'redirect') {
      response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()
      return
    }
    const prompt: ReadPrompt = readPrompt(protocol, body)
    await speak(response, protocol, replyTo(prompt, fault, simulator.script), fault, prompt, simulator.beforePiece)
  }

  async function embed(texts: string[], path: string, response: ServerResponse): Promise<void> {
    simulator.vectorCalls.push(texts)
    const { vectorFault: fault } = simulator
    if (fault === 'silent') {
      await once(response, 'close')
      return
    }
    if (fault === '401' || fault === '500') return refuse(response, Number(fault), 'Later')
    const vectors = texts.map(meaningOf).slice(fault === 'one missing' ? 1 : 0)
    if (fault === 'other length') vectors[0]?.push(1)
    const answer = path.endsWith('/embeddings')
      ? { object: 'list', data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })) }
      : { embeddings: vectors.map(values => ({ values })) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  return simulator
}

function textsToEmbed(path: string, body: Record<string, unknown>): string[] | undefined {
  if (path.endsWith('/embeddings')) return [body['input']].flat().map(String)
  if (!/\/v1beta\/models\/[^/:]+:batchEmbedContents$/.test(path)) return undefined
  const requests = body['requests'] as { content: { parts: { text: string }[] } }[]
  return requests.map(({ content }) => content.parts.map(({ text }) => text).join(''))
}

function protocolOf(path: string): Protocol | undefined {
  if (path.endsWith('/chat/completions')) return 'openai'
  if (path.endsWith('/v1/messages')) return 'anthropic'
  if (/\/v1beta\/models\/[^/:]+:streamGenerateContent\?alt=sse$/.test(path)) return 'gemini'
  return undefined
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
