import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { WidgetTexts } from '#shared/texts/chat/widget.vi.ts'
import { newClientId } from '#widget/new-id.ts'
import { SendFailure, type ServerMessage, type Transport, type TransportListener } from './transport.ts'

export type DemoMessage = {
  id: string
  content: string
  sender: 'bot' | 'user'
  timestamp: string
  status: 'pending' | 'sending' | 'sent' | 'failed'
}

const SEND_MIN_MS = 1000
const SEND_MAX_MS = 3000
const SUCCESS_SHARE = 0.8
const BOT_EVERY_MS = 45_000
const BOT_DELAY_MIN_MS = 10_000
const BOT_DELAY_MAX_MS = 30_000
const BOT_SHARE = 0.2

export type SimulatedOptions = {
  random(): number
  /** The bot's replies, in order, repeating. */
  lines: readonly string[]
}

/** For static exports only, never for a server that is down: sends take 1 to 3 s and succeed four times out of five. */
export function createSimulatedTransport({ random, lines }: SimulatedOptions): Transport {
  let listener: TransportListener | undefined
  let count = 0
  let lineAt = 0
  let ticking: ReturnType<typeof setInterval> | undefined
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function later(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  function between(min: number, max: number): number {
    return min + random() * (max - min)
  }

  function nextCursor(): string {
    count += 1
    return String(count).padStart(12, '0')
  }

  function botSpeaks() {
    const content = lines[lineAt % lines.length] ?? ''
    lineAt += 1
    const message: DemoMessage = {
      id: newClientId(),
      content,
      sender: 'bot',
      timestamp: new Date().toISOString(),
      status: 'sent',
    }
    listener?.messages([fromDemo(message, nextCursor())], false)
  }

  return {
    start(given) {
      listener = given
      listener.connection('online')
      ticking = setInterval(() => {
        if (random() < BOT_SHARE) later(between(BOT_DELAY_MIN_MS, BOT_DELAY_MAX_MS), botSpeaks)
      }, BOT_EVERY_MS)
    },
    stop() {
      clearInterval(ticking)
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    send: draft =>
      new Promise((done, fail) => {
        later(between(SEND_MIN_MS, SEND_MAX_MS), () => {
          if (random() < SUCCESS_SHARE) done({ id: draft.client_id, cursor: nextCursor() })
          else fail(new SendFailure('simulated'))
        })
      }),
    typing: () => {},
    read: () => {},
  }
}

export function fromDemo(message: DemoMessage, cursor: string): ServerMessage {
  return {
    id: message.id,
    cursor,
    author: message.sender === 'bot' ? 'bot' : 'contact',
    text: message.content,
    created_at: message.timestamp,
    ...(message.sender === 'user' && { client_id: message.id }),
  }
}

export function demoLines(texts: WidgetTexts, name: string): string[] {
  return [texts.demo1, texts.demo2, texts.demo3].map(line => fill(line, { name }))
}
