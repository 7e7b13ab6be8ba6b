import { useEffect, type ReactNode } from 'react'
import type { ConsentWords } from '#widget/transport/transport.ts'

/** Longer texts scroll, so must be reachable by keyboard. */
const MAX_UNSCROLLED_LENGTH = 280

type ConsentBoxProps = { words: ConsentWords; ticked: boolean; onTick(words: ConsentWords | null): void }

/** Never ticked in advance; when the words change, the tick is cleared. */
export function ConsentBox({ words, ticked, onTick }: ConsentBoxProps): ReactNode {
  useEffect(() => () => onTick(null), [onTick])
  return (
    <label className="consent">
      <input type="checkbox" checked={ticked} onChange={event => onTick(event.currentTarget.checked ? words : null)} />
      <span tabIndex={words.words.length > MAX_UNSCROLLED_LENGTH ? 0 : undefined}>{words.words}</span>
    </label>
  )
}
