import type { Message } from './message-list.ts'
import { SendFailure, type Transport } from '#widget/transport/transport.ts'

/** The same limit as on the server. */
const MAX_BYTES = 10_485_760
/** The server checks the bytes themselves. */
export const ACCEPTED_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf']

export function createUploads(transport: Transport, change: (key: string, part: Partial<Message>) => void) {
  const running = new Map<string, AbortController>()
  return {
    async start({ key, file }: Message): Promise<void> {
      const control = new AbortController()
      running.set(key, control)
      try {
        if (!file || !transport.files) throw new SendFailure('network')
        if (file.size > MAX_BYTES) throw new SendFailure('widget.file_too_large')
        if (!ACCEPTED_TYPES.includes(file.type)) throw new SendFailure('widget.file_type')
        const draft = { client_id: key, file }
        const receipt = await transport.files.send(draft, progress => change(key, { progress }), control.signal)
        change(key, { id: receipt.id, cursor: receipt.cursor, state: 'sent', progress: 1 })
      } catch (failure) {
        if (control.signal.aborted) return
        change(key, { state: 'failed', reason: failure instanceof SendFailure ? failure.code : 'unexpected' })
      } finally {
        running.delete(key)
      }
    },
    stop(key: string) {
      running.get(key)?.abort()
    },
  }
}
