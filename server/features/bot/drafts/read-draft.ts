import { modelReply } from '../checks/check-reply.ts'
import { judgeReply } from '../language-model/judge-reply.ts'
import { readBeginning } from '../models/read-object.ts'
import type { Prompt } from '../language-model/prompt.ts'

/** Needs the next character, so that "20." is not taken as the end of "20.000đ". */
const sentenceEnd = /[.!?…]["”’)]*(?=\s)|\n/gu

/** Streams each sentence only after everything up to it passed every check; works only if the reply is the answer's last field. */
export function draftReader(
  turn: Parameters<typeof judgeReply>[0],
  prompt: Prompt,
  domains: string[],
  onReply: (reply: string) => void,
): (piece: string) => void {
  let text = ''
  let sentLength = 0
  return piece => {
    text += piece
    const read = readBeginning(text, 'reply')
    if (!read) return
    const end = [...read.begun.matchAll(sentenceEnd)].at(-1)
    const length = end ? end.index + end[0].length : 0
    if (length <= sentLength) return
    sentLength = length
    const parsed = modelReply.safeParse({ ...read.whole, unanswered: [], reply: read.begun.slice(0, length) })
    if (!parsed.success || parsed.data.act !== 'answer') return
    const judged = judgeReply(turn, parsed.data, prompt, domains)
    if (!('why' in judged) && judged.act === 'answer') onReply(judged.reply)
  }
}
