import type { DocumentProps } from './document-page.ts'

/** The server writes the status into it whenever it is asked for. */
export function StatusPage({ t }: DocumentProps) {
  return (
    <div className="wide status-page">
      <h1 className="headline">{t.statusHead}</h1>
      {'{{status}}'}
    </div>
  )
}
