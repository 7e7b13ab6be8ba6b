import { ModelError } from './model.ts'

export type ServerEvent = { event: string; data: string }

const maxEventLength = 256 * 1024

/**
 * By the WHATWG grammar for server-sent events; an unterminated event does not count.
 * @throws ModelError too_long
 */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = ''
  let data: string[] = []
  let first = true
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    if (first && rest !== '') {
      rest = rest.replace(/^\uFEFF/, '')
      first = false
    }
    if (rest.length + data.reduce((sum, line) => sum + line.length, 0) > maxEventLength)
      throw new ModelError('too_long')
    for (;;) {
      const end = /\r\n|\n|\r(?=[^])/.exec(rest) // a CR at the very end may be half of a CRLF
      if (!end) break
      const line = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
        event = ''
        data = []
        continue
      }
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (name === 'data') data.push(value)
      else if (name === 'event') event = value
    }
  }
}
