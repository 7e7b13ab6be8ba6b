import { modelReply } from '../checks/check-reply.ts'
import { judgeReply } from '../language-model/judge-reply.ts'
import { readBeginning } from '../models/read-object.ts'
import type { Prompt } from '../language-model/prompt.ts'

/** The end of a sentence or line; what follows it must have begun, so that "20." is not the end of "20.000đ". */
const sentenceEnd = /[.!?…]["”’)]*(?=\s)|\n/gu

/**
 * Reads a model's answer while it comes, and tells the beginning of the reply sentence by sentence, each only when everything before
 * it and it itself have passed every check that the whole answer must pass. For this the reply has to be the last thing in the
 * answer: with a model that writes it before its quotes nothing is told.
 * @param tell hears all of the reply so far, each time longer
 */
export function draftReader(
  turn: Parameters<typeof judgeReply>[0],
  prompt: Prompt,
  domains: string[],
  tell: (reply: string) => void,
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
    // A question back is one sentence, and what is not an answer is said in our own words.
    const said = modelReply.safeParse({ ...read.whole, unanswered: [], reply: read.begun.slice(0, length) })
    if (!said.success || said.data.act !== 'answer') return
    const judged = judgeReply(turn, said.data, prompt, domains)
    if (!('why' in judged) && judged.act === 'answer') tell(judged.reply)
  }
}
