import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadPrompt, SimulatedReply } from './model-replies.ts'

export type Protocol = 'openai' | 'anthropic' | 'gemini'

const tokens = { in: 321, out: 45 }

export async function speak(
  response: ServerResponse,
  protocol: Protocol,
  reply: SimulatedReply,
  fault: string | undefined,
  { repair }: ReadPrompt,
  beforePiece: ((text: string) => Promise<void>) | undefined,
): Promise<void> {
  const text = textOf(reply, fault, repair)
  if (fault === 'no streaming' && protocol === 'openai') {
    const whole = {
      choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: openaiUsage,
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole))
    return
  }
  if (fault === 'slow first token') return forever(response)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (fault === 'garbage') {
    response.end('data: <html>Bad gateway</html>\n\n')
    return
  }
  const write = (event: { name?: string; data: object | string }): void => {
    const data = typeof event.data === 'string' ? event.data : JSON.stringify(event.data)
    response.write(`${event.name ? `event: ${event.name}\n` : ''}data: ${data}\n\n`)
  }
  for (const event of beginning[protocol](fault)) write(event)
  if (fault === 'endless stream' || fault === 'endless text') {
    const filler = fault === 'endless text' ? 'và nữa '.repeat(40) : ''
    while (!response.destroyed) {
      write(piece[protocol](filler, fault))
      response.write(': still here\n\n')
      await sleep(5)
    }
    return
  }
  const pieces = text.match(/[^]{1,7}/gu) ?? []
  const sent = fault === 'cut stream' || fault === 'cut connection' || fault === 'stalls' ? pieces.slice(0, 3) : pieces
  for (const [at, part] of sent.entries()) {
    await beforePiece?.(sent.slice(0, at).join(''))
    write(piece[protocol](part, fault))
    await sleep(0)
  }
  if (fault === 'stalls') return forever(response)
  if (fault === 'cut connection') {
    response.destroy()
    return
  }
  if (fault !== 'cut stream') for (const event of ending[protocol](fault)) write(event)
  response.end()
}

function textOf(reply: SimulatedReply, fault: string | undefined, repair: boolean): string {
  if (fault === 'bad JSON') return `${JSON.stringify(reply).slice(0, -12)}…`
  if (fault === 'wrong schema') return JSON.stringify({ answer: reply.reply, sources: reply.citations })
  if (fault === 'empty' || fault === 'refusal') return ''
  return fault === 'chatty' && !repair ? `Sure! Here it is: ${reply.reply}` : JSON.stringify(reply)
}

async function forever(response: ServerResponse): Promise<void> {
  while (!response.destroyed) await sleep(20)
}

type Event = { name?: string; data: object | string }
const openaiUsage = { prompt_tokens: tokens.in, completion_tokens: tokens.out }

const beginning: Record<Protocol, (fault?: string) => Event[]> = {
  openai: fault =>
    fault === 'role missing' ? [] : [{ data: { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] } }],
  anthropic: () => [
    {
      name: 'message_start',
      data: { type: 'message_start', message: { usage: { input_tokens: tokens.in, output_tokens: 1 } } },
    },
    {
      name: 'content_block_start',
      data: { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', name: 'reply', input: {} } },
    },
    { name: 'ping', data: { type: 'ping' } },
  ],
  gemini: () => [],
}
const piece: Record<Protocol, (part: string, fault?: string) => Event> = {
  openai: part => ({ data: { choices: [{ index: 0, delta: { content: part }, finish_reason: null }] } }),
  anthropic: part => ({
    name: 'content_block_delta',
    data: { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: part } },
  }),
  gemini: part => ({ data: { candidates: [{ content: { role: 'model', parts: [{ text: part }] } }] } }),
}
const ending: Record<Protocol, (fault?: string) => Event[]> = {
  openai: fault => [
    { data: { choices: [{ index: 0, delta: {}, finish_reason: fault === 'refusal' ? 'content_filter' : 'stop' }] } },
    { data: { choices: [], usage: openaiUsage } },
    { data: '[DONE]' },
  ],
  anthropic: fault => [
    { name: 'content_block_stop', data: { type: 'content_block_stop', index: 0 } },
    {
      name: 'message_delta',
      data: {
        type: 'message_delta',
        delta: { stop_reason: fault === 'refusal' ? 'refusal' : 'tool_use' },
        usage: { output_tokens: tokens.out },
      },
    },
    { name: 'message_stop', data: { type: 'message_stop' } },
  ],
  gemini: fault => [
    {
      data: {
        candidates: [{ content: { parts: [{ text: '' }] }, finishReason: fault === 'refusal' ? 'SAFETY' : 'STOP' }],
        usageMetadata: { promptTokenCount: tokens.in, candidatesTokenCount: tokens.out },
      },
    },
  ],
}
