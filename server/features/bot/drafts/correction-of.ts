import type { NotGiven } from '../language-model/judge-reply.ts'

const corrections: [why: string, correction: string][] = [
  [
    'quote not found',
    'a quote does not stand in its passage letter by letter; copy fewer words, exactly, from one place.',
  ],
  ['chunk not sent', 'a citation names a passage that was not given.'],
  ['no citation', 'an answer must cite the passages that hold its facts.'],
  [
    'not proven',
    'what it says does not stand in the passages that it cites ({detail}); cite the passage that holds it, show how it is worked out, or leave it out.',
  ],
  ['other words', 'most of its words stand in no cited passage; say only what the passages say.'],
  ['foreign link', 'its link stands in no cited passage.'],
  ['length', 'the reply must have 1 to 900 letters.'],
  ['markup', 'the reply must be plain text.'],
  ['language', 'the reply is not in the language that was asked for.'],
  ['foreign letters', 'the reply must be in Latin letters.'],
  ['no question', 'to clarify means to ask a question.'],
]

/** @returns undefined if asking again would not help or must not be tried */
export function correctionOf({ why, detail = '' }: NotGiven): string | undefined {
  return corrections.find(([begins]) => why.startsWith(begins))?.[1].replace('{detail}', () => detail)
}
