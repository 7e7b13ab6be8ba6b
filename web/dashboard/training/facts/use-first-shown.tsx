import { type ReactNode, useState } from 'react'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'

const step = 200

/** The first of many, and the button for the next. */
export function useFirstShown<One>(all: readonly One[], first: number): { shown: readonly One[]; more: ReactNode } {
  const texts = useTexts(factsTexts)
  const [count, setCount] = useState(first)
  const next = Math.min(step, all.length - count)
  const more = next > 0 && (
    <Button size="sm" onClick={() => setCount(count + step)}>
      {fill(texts.more, { count: next })}
    </Button>
  )
  return { shown: all.slice(0, count), more }
}
