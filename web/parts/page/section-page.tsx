import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { PaletteButton } from '#web/parts/commands/palette-button.tsx'

export function SectionPage({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  usePageTitle(title)
  return (
    <>
      <header className="section-head">
        <h1 className="ell">{title}</h1>
        {actions}
        <PaletteButton />
      </header>
      <div className="section-body">{children}</div>
    </>
  )
}
