import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChatAnswer, type ChatRequest, type Model, ModelError } from './model.ts'

/** Milliseconds, including retries. */
export type Patience = { firstTokenMs: number; totalMs: number }

const maxTries = 3
const firstPauseMs = 1_000
const minTimeMs = 1_000

/**
 * Retries network faults, 408, 425, 429 and 5xx while no text has come and time is left.
 * @throws ModelError
 */
export async function chatPatiently(
  model: Model,
  request: Omit<ChatRequest, 'signal'>,
  { firstTokenMs, totalMs }: Patience,
): Promise<ChatAnswer> {
  const end = performance.now() + totalMs
  const left = (): number => end - performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await chatOnce(model, request, Math.min(firstTokenMs, left()), left())
    } catch (error) {
      const fault = error instanceof ModelError ? error : new ModelError('protocol')
      const pause = fault.retryAfterMs ?? randomInt(firstPauseMs / 4, firstPauseMs * 2 ** (tries - 1))
      if (!passes(fault) || tries === maxTries || left() - pause < Math.min(minTimeMs, totalMs / 4)) throw fault
      await sleep(pause)
    }
  }
}

async function chatOnce(
  model: Model,
  request: Omit<ChatRequest, 'signal'>,
  firstTokenMs: number,
  totalMs: number,
): Promise<ChatAnswer> {
  const control = new AbortController()
  const stop = (): void => control.abort(new ModelError('slow'))
  const whole = setTimeout(stop, totalMs)
  const first = setTimeout(stop, firstTokenMs)
  try {
    return await model.chat({
      ...request,
      signal: control.signal,
      onText(piece) {
        clearTimeout(first)
        request.onText?.(piece)
      },
    })
  } finally {
    clearTimeout(whole)
    clearTimeout(first)
  }
}

/** Slow calls are not retried: they would use up the time again. */
function passes({ fault, status = 0 }: ModelError): boolean {
  return fault === 'unreachable' || (fault === 'status' && ([408, 425, 429].includes(status) || status >= 500))
}
