import { useEffect, useState } from 'react'
import { Icon } from '#web/kit/icons/icon.tsx'

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
