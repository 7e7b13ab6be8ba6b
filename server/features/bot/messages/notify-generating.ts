import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'

/** Chat boxes show the typing sign for six seconds. */
const everyMs = seconds(4)

export function notifyGenerating({ broadcast }: Platform, conversationId: string): () => void {
  const broadcastState = (): void =>
    void broadcast.send(`conversation:${conversationId}`, 'generating', { author: 'bot' }).catch(() => {})
  broadcastState()
  const timer = setInterval(broadcastState, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
