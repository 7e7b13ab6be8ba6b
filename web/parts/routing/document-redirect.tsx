import { useEffect } from 'react'
import { StartupScreen } from '#web/parts/page/loading-screen.tsx'

/** For addresses of public pages reached inside the application: the browser loads the document. */
export function DocumentRedirect() {
  useEffect(() => location.replace(location.href), [])
  return <StartupScreen />
}
