import { anySignal } from './any-signal.ts'
export type ServerEvent = { event: string; data: string }

/** The text may be cut anywhere. */
export function createEventReader(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = ''
  let event = ''
  let data: string[] = []
  return piece => {
    rest += piece
    // A lone \r at the end may be the first half of \r\n.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length) onEvent({ event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
        continue
      }
      const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name === 'event') event = value ?? ''
      else if (name === 'data') data.push(value ?? '')
    }
  }
}

/** A stream that gets through says so at once; a buffering proxy does not. */
const FIRST_BYTES_MS = 5000
/** The server's heartbeat comes every 15 s; after three missed ones the line is dead. */
const SILENCE_MS = 45_000

export type StreamOptions = {
  open(signal: AbortSignal): Promise<Response>
  signal: AbortSignal
  onThrough(): void
  onEvent(event: ServerEvent): void
}

/** Resolves with whether anything came through; throws if the request itself failed. */
export async function followEvents({ open, signal, onThrough, onEvent }: StreamOptions): Promise<boolean> {
  const line = new AbortController()
  let through = false
  let watchdog = setTimeout(() => line.abort(), FIRST_BYTES_MS)
  try {
    const response = await open(anySignal(signal, line.signal))
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    const read = createEventReader(onEvent)
    for (;;) {
      const piece = await reader?.read().catch(() => undefined)
      if (!piece?.value) return through
      if (!through) onThrough()
      through = true
      clearTimeout(watchdog)
      watchdog = setTimeout(() => line.abort(), SILENCE_MS)
      read(decoder.decode(piece.value, { stream: true }))
    }
  } catch (failure) {
    if (line.signal.aborted) return through
    throw failure
  } finally {
    clearTimeout(watchdog)
    line.abort()
  }
}
