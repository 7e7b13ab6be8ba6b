import { seconds } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'

/** Chat boxes show for six seconds that somebody writes. */
const everyMs = seconds(4)

/** Tells that the bot writes, again and again, until the function that it returns is called: a model may take its time. */
export function notifyGenerating({ broadcast }: Platform, conversationId: string): () => void {
  const broadcastState = (): void =>
    void broadcast.send(`conversation:${conversationId}`, 'generating', { author: 'bot' }).catch(() => {})
  broadcastState()
  const timer = setInterval(broadcastState, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
