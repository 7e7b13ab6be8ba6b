import { useEffect } from 'react'
import { pageConfig } from './page-config.ts'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${pageConfig().brand}`
  }, [title])
}
