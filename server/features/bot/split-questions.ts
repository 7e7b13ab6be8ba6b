import { asksSomething, isPolite } from './understand.ts'

const mostQuestions = 3

/**
 * The questions of a message or burst. Statements belong to the question before them (or after, when they come first): "ship bn v
 * shop / e ở đà nẵng" is one question, "còn hàng không? ship bao nhiêu?" are two.
 */
export function splitQuestions(text: string): string[] {
  const parts = text
    .split(/\n+|(?<=[?!])\s+|(?<=\p{L}{2}\.)\s+(?=\p{Lu})/u)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part))
  const questions: string[] = []
  let before = ''
  for (const part of parts) {
    if (isPolite(part)) continue
    if (asksSomething(part)) {
      questions.push(before ? `${before}\n${part}` : part)
      before = ''
    } else if (questions.length) questions[questions.length - 1] += `\n${part}`
    else before = before ? `${before}\n${part}` : part
  }
  if (before) questions.push(before)
  return questions.length > 1 && questions.length <= mostQuestions ? questions : [text]
}
