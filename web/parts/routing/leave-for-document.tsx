import { useEffect } from 'react'
import { Opening } from '#web/parts/page/waiting.tsx'

/** Stands at the addresses of the public pages, where the application was led to one of them: the browser opens it anew. */
export function LeaveForDocument() {
  useEffect(() => location.replace(location.href), [])
  return <Opening />
}
