import { useEffect, useState } from 'react'

/** What is typed, once typing rests for so many milliseconds. */
export function useDebounced(text: string, afterMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return rested
}
