import { Knowledge, type Passage } from '#features/training/knowledge/knowledge.ts'
import { canonicalNumbers } from '#features/training/language/numbers.ts'
import { splitPassages } from '#features/training/passages/split-passages.ts'
import { fold } from '#shared/rules/text/fold.ts'
import type { BusinessSet } from './evaluation-sets.ts'

export function knowledgeOfPassages<Language extends 'vi' | 'en'>(
  passages: ({ id: string; article: string } & Record<Language, string>)[],
  language: Language,
): Knowledge {
  return new Knowledge(
    passages.map(({ id, article, ...texts }) => {
      const text = (texts as unknown as Record<Language, string>)[language]
      return {
        id,
        source_id: article,
        title: article.replaceAll('_', ' '),
        heading: '',
        text,
        start: 0,
        end: text.length,
      }
    }),
  )
}

export function knowledgeOfBusiness({ docs }: BusinessSet): Knowledge {
  return new Knowledge(docs.flatMap(passagesOf))
}

export function passagesOf(doc: BusinessSet['docs'][number]): Passage[] {
  return splitPassages(doc).map(passage => ({
    ...passage,
    id: `${doc.doc_id}-${passage.position}`,
    source_id: doc.doc_id,
    title: doc.title,
  }))
}

function flat(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
}

export function holdsEvidence(text: string, gold: { evidence: string }[]): boolean {
  const body = flat(text)
  return gold.some(({ evidence }) => body.includes(flat(evidence)))
}

export function bare(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

export function holdsAnswer(text: string, answers: string[]): boolean {
  const body = bare(text)
  return answers.map(bare).some(answer => answer !== '' && body.includes(answer))
}

export function holdsOneOf(text: string, answers: string[]): boolean {
  const same = (part: string) =>
    fold(canonicalNumbers(part.normalize('NFC').toLowerCase()))
      .replace(/\s+/g, ' ')
      .trim()
  const body = same(text)
  return answers.some(answer => body.includes(same(answer)) || flat(text).includes(flat(answer)))
}
