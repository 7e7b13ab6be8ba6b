import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/kit/icons/icon.tsx'
import { usePageTitle } from './page-title.ts'

type SubPageProps = {
  title: string
  tabTitle?: string
  back: { to: string; text: string; className?: string }
  aside?: ReactNode
  children: ReactNode
}

export function SubPage({ title, tabTitle = title, back, aside, children }: SubPageProps) {
  usePageTitle(tabTitle)
  return (
    <>
      <header className="section-head">
        <Link className={`icon-btn ${back.className ?? ''}`} to={back.to} aria-label={back.text} title={back.text}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{title}</h1>
        {aside}
      </header>
      <div className="section-body">{children}</div>
    </>
  )
}
