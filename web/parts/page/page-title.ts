import { useEffect } from 'react'
import { pageConfig } from './page-config.ts'

/** Names the page in the browser's tab: "Kết nối · Sen". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${pageConfig().brand}`
  }, [title])
}
