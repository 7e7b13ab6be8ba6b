/** A raw connection to `/realtime/v1`, frame by frame, as an attacker would use it. */
export type LiveLine = {
  sent: [joinRef: string | null, ref: string | null, topic: string, event: string, payload: Payload][]
  /** Its close code; 'refused' if it never opened. */
  ended: Promise<number | 'refused'>
  say(ref: string, topic: string, event: string, payload: unknown): void
  answer(ref: string): Promise<Payload>
  received(isIt: (frame: LiveLine['sent'][number]) => boolean): Promise<unknown>
  /** Once the program has closed the topic. */
  closed(topic: string): Promise<void>
  join(topic: string, config?: object, token?: string): Promise<string>
  close(): Promise<unknown>
}

type Payload = { status?: string; response?: { reason?: string }; message?: string }

/** `address`: the client's; the program trusts 127.0.0.1 as its proxy */
export async function openLine(origin: string, key: string, address: string): Promise<LiveLine> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`, {
    headers: { 'x-forwarded-for': address },
  } as unknown as string[])
  const sent: LiveLine['sent'] = []
  const wakes = new Set<() => void>()
  let over = false
  const wake = () => wakes.forEach(go => go())
  const ended = new Promise<number | 'refused'>(resolve => {
    socket.addEventListener('close', event => resolve((event as CloseEvent).code))
    socket.addEventListener('error', () => resolve('refused'))
  })
  void ended.then(() => {
    over = true
    wake()
  })
  socket.addEventListener('message', ({ data }) => {
    sent.push(JSON.parse(String(data)) as LiveLine['sent'][number])
    wake()
  })
  await Promise.race([new Promise(resolve => socket.addEventListener('open', resolve)), ended])
  async function frameOf(isIt: (frame: LiveLine['sent'][number]) => boolean) {
    for (;;) {
      const found = sent.find(isIt)
      if (found || over) return found
      await new Promise<void>(resolve => wakes.add(resolve))
    }
  }
  let number = 0
  const line: LiveLine = {
    sent,
    ended,
    say: (ref, topic, event, payload) => socket.send(JSON.stringify(['1', ref, topic, event, payload])),
    async answer(ref) {
      return (await frameOf(frame => frame[1] === ref && frame[3] === 'phx_reply'))?.[4] ?? { status: 'closed' }
    },
    received: frameOf,
    async closed(topic) {
      await frameOf(frame => frame[2] === `realtime:${topic}` && frame[3] === 'phx_close')
    },
    async join(topic, config = {}, token) {
      const ref = `join ${++number}`
      line.say(ref, `realtime:${topic}`, 'phx_join', { config, access_token: token })
      const { status, response } = await line.answer(ref)
      return status === 'error' ? (response?.reason ?? '') : String(status)
    },
    close() {
      socket.close()
      return ended
    },
  }
  return line
}
