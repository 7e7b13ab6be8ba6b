import { useEffect, useState } from 'react'
import { Icon } from '#web/kit/icons/icon.tsx'

/** Copies a text and says so in its own words for two seconds; says what to do where the browser refuses. */
export function CopyButton({
  text,
  copy,
  copied,
  name,
  onRefused,
  className = '',
}: {
  text: string
  copy: string
  copied: string
  /** What it copies, for readers, where several stand together. */
  name?: string
  onRefused: () => void
  className?: string
}) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])

  async function copyIt() {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      onRefused()
    }
  }

  return (
    <button type="button" className={`btn btn-sm ${className}`} aria-label={name} onClick={() => void copyIt()}>
      <Icon name={done ? 'check' : 'copy'} size="sm" />
      <span aria-live="polite">{done ? copied : copy}</span>
    </button>
  )
}
