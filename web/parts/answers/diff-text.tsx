import { Bubble } from '#web/kit/bubble.tsx'
import type { DiffPart } from './text-diff.ts'

type Props = { parts: DiffPart[]; lang?: string | undefined; words: { taken: string; added: string } }

/** Differences are also stated in words, never by colour alone. */
export function DiffText({ parts, lang, words }: Props) {
  return (
    <Bubble author="bot" lang={lang}>
      {parts.map(({ kind, text }, index) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'taken' ? (
          <del key={index}>
            <span className="unseen">[{words.taken}] </span>
            {text}
          </del>
        ) : (
          <ins key={index}>
            <span className="unseen">[{words.added}] </span>
            {text}
          </ins>
        ),
      )}
    </Bubble>
  )
}
