import { setTimeout as wait } from 'node:timers/promises'
import type { WireSocket } from '#supabase/realtime/sockets/live-socket.ts'

export type Sent = [
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: Record<string, unknown>,
]

/** Protocol version 2.0.0, without a network. */
export class FakeWire implements WireSocket {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  ended: number | undefined
  sent: Sent[] = []
  bytes: Uint8Array[] = []
  onMessage: (data: Buffer, isBinary: boolean) => void = () => {}
  end: () => void = () => {}

  send(data: string | Uint8Array, { binary }: { binary: boolean }): void {
    if (binary) this.bytes.push(data as Uint8Array)
    else this.sent.push(JSON.parse(Buffer.from(data as Uint8Array).toString()) as Sent)
  }
  close(code: number): void {
    this.ended ??= code
    this.readyState = 3
    this.end()
  }
  pause(): void {}
  terminate(): void {
    this.close(1006)
  }
  on(event: string, listener: never): void {
    if (event === 'message') this.onMessage = listener
    if (event === 'close') this.end = listener
  }
  say(...frame: [joinRef: string | null, ref: string, topic: string, event: string, payload: unknown]): void {
    this.onMessage(Buffer.from(JSON.stringify(frame)), false)
  }
  async answer(ref: string): Promise<Record<string, unknown>> {
    const deadline = performance.now() + 30_000
    while (!this.sent.some(frame => frame[1] === ref) && performance.now() < deadline) await wait(5)
    return this.sent.find(frame => frame[1] === ref)?.[4] ?? {}
  }
  events(): string[] {
    return this.sent.map(frame => [frame[3], frame[4]['message'] ?? frame[4]['status']].filter(Boolean).join(' '))
  }
}
