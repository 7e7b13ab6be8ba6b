import { useEffect, type ReactNode } from 'react'
import type { ConsentWords } from '#widget/transport/transport.ts'

/** More than this may be scrolled, which keys must reach. */
const FITS = 280

type ConsentBoxProps = { words: ConsentWords; ticked: boolean; onTick(words: ConsentWords | null): void }

/** The shop's words, and a box that nobody but the visitor ticks. Words that go take their tick with them. */
export function ConsentBox({ words, ticked, onTick }: ConsentBoxProps): ReactNode {
  useEffect(() => () => onTick(null), [onTick])
  return (
    <label className="consent">
      <input type="checkbox" checked={ticked} onChange={event => onTick(event.currentTarget.checked ? words : null)} />
      <span tabIndex={words.words.length > FITS ? 0 : undefined}>{words.words}</span>
    </label>
  )
}
