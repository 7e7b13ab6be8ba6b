import { useEffect, useState } from 'react'

export function useDebounced(text: string, afterMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return rested
}
