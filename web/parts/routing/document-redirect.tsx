import { useEffect } from 'react'
import { StartupScreen } from '#web/parts/page/loading-screen.tsx'

/** Stands at the addresses of the public pages, where the application was led to one of them: the browser opens it anew. */
export function DocumentRedirect() {
  useEffect(() => location.replace(location.href), [])
  return <StartupScreen />
}
