import { useEffect, useRef, useState } from 'react'
import { useTypedText } from './typed-text.ts'

const pauseMs = 250

/** For a search that lives in the address: asked after a pause in typing, and again only if it changed. `q`: as in the address. */
export function useDelayedSearch(q: string, onSearch: (q: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  /** Our own searches, which arrive in `q` later, while the user still types. */
  const [asked, setAsked] = useState<readonly string[]>([])
  if (q !== shown) {
    setShown(q)
    const own = asked.indexOf(q)
    setAsked(own === -1 ? [] : asked.slice(own + 1))
    // Changed from outside, by going back for one.
    if (own === -1) setText(q)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(words: string) {
    clearTimeout(timer.current)
    setText(words)
    setAsked(before => [...before, words])
    onSearch(words)
  }

  const typed = useTypedText(words => {
    setText(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(words), pauseMs)
  })

  return { text, typed, search, waits: text !== (asked.at(-1) ?? shown) }
}
