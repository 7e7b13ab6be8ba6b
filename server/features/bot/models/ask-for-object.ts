import type { z } from 'zod'
import { type ChatAnswer, type ChatRequest, type Model, ModelError } from './model.ts'
import { chatPatiently, type Patience } from './patient-chat.ts'

export type Asked<T> = { value: T; tokensIn: number; tokensOut: number; calls: number }

/** Estimate if the provider does not count; rather too high. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 3)

/** Invalid even after a repair; its tokens are still counted. */
export class UnusableAnswer extends Error {
  readonly tokensIn: number
  readonly tokensOut: number

  constructor(tokensIn: number, tokensOut: number) {
    super('unusable')
    this.name = 'UnusableAnswer'
    this.tokensIn = tokensIn
    this.tokensOut = tokensOut
  }
}

/**
 * An invalid answer may be repaired once if time is left.
 * @throws ModelError, UnusableAnswer
 */
export async function askForObject<T>(
  model: Model,
  request: Omit<ChatRequest, 'signal'>,
  schema: z.ZodType<T>,
  patience: Patience,
): Promise<Asked<T>> {
  const end = performance.now() + patience.totalMs
  const first = await chatPatiently(model, request, patience)
  const spent = costOf(request, first)
  const value = readObject(first.text, schema)
  if (value !== undefined) return { value, ...spent, calls: 1 }
  // The first answer may have been streamed; of the repair only the whole counts.
  const { onText: _onText, ...asked } = request
  const again = {
    ...asked,
    turns: [
      ...request.turns,
      { role: 'assistant' as const, text: first.text || '…' },
      {
        role: 'user' as const,
        text: 'That was not the one JSON object of the wanted form. Give that object, nothing else.',
      },
    ],
  }
  const left = end - performance.now()
  if (left < patience.totalMs / 5) throw new UnusableAnswer(spent.tokensIn, spent.tokensOut)
  let second: ChatAnswer
  try {
    second = await chatPatiently(model, again, { ...patience, totalMs: left })
  } catch (error) {
    if (error instanceof ModelError) throw new UnusableAnswer(spent.tokensIn, spent.tokensOut)
    throw error
  }
  const more = costOf(again, second)
  const sum = { tokensIn: spent.tokensIn + more.tokensIn, tokensOut: spent.tokensOut + more.tokensOut }
  const repaired = readObject(second.text, schema)
  if (repaired === undefined) throw new UnusableAnswer(sum.tokensIn, sum.tokensOut)
  return { value: repaired, ...sum, calls: 2 }
}

export function readObject<T>(text: string, schema: z.ZodType<T>): T | undefined {
  const begin = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (begin < 0 || end < begin) return undefined
  try {
    const read = schema.safeParse(JSON.parse(text.slice(begin, end + 1)))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

function costOf(request: Omit<ChatRequest, 'signal'>, answer: ChatAnswer): { tokensIn: number; tokensOut: number } {
  const sent = request.system + request.turns.map(({ text }) => text).join('')
  return { tokensIn: answer.tokensIn ?? tokensOf(sent), tokensOut: answer.tokensOut ?? tokensOf(answer.text) }
}
