import { type ReactNode, useEffect, useRef } from 'react'
import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { BrandMark } from '#web/kit/icons/brand-mark.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { LanguageSwitch } from '#web/parts/language/language-switch.tsx'
import { OfflineBar } from '#web/parts/page/offline-bar.tsx'
import { pageConfig } from '#web/parts/page/page-config.ts'
import { focusMain, SkipLink } from '#web/parts/page/skip-link.tsx'
import './auth.css'
import { LeafIllustration } from '#web/parts/illustrations/leaf-illustration.tsx'

export function AuthLayout({
  voice,
  example = false,
  screen,
  children,
}: {
  voice: string
  example?: boolean
  /** When it changes, screen readers start at the top. */
  screen?: string
  children: ReactNode
}) {
  const texts = useTexts(authTexts)
  const { brand } = pageConfig()
  const before = useRef(screen)
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    window.scrollTo(0, 0)
    focusMain()
  }, [screen])
  return (
    <div className="auth">
      <SkipLink text={texts.skip} />
      <div className="auth-leaf" aria-hidden="true">
        <LeafIllustration />
        <span className="brand">
          <BrandMark onLeaf />
          {brand}
        </span>
        <div className="auth-words">
          {example && (
            <div className="auth-example">
              <Bubble author="contact">{texts.exampleQuestion}</Bubble>
              <Bubble author="bot">{texts.exampleAnswer}</Bubble>
              <span className="cite">
                <PetalMeter filled={5} width={28} />
                {texts.exampleSource}
              </span>
            </div>
          )}
          <p>{voice}</p>
        </div>
      </div>
      <main className="auth-main" id="main" tabIndex={-1}>
        <OfflineBar />
        <div className="row justify-between">
          <span className="brand only-narrow">
            <BrandMark />
            {brand}
          </span>
          <LanguageSwitch label={texts.languageChoice} />
        </div>
        {children}
      </main>
    </div>
  )
}

export function AuthHead({ icon, title, children }: { icon?: IconName; title: string; children?: ReactNode }) {
  return (
    <div>
      {icon && (
        <span className="auth-icon">
          <Icon name={icon} size="lg" />
        </span>
      )}
      <h1>{title}</h1>
      {children && <p className="lead">{children}</p>}
    </div>
  )
}

/** The shape of a form, after a moment, while the session is unknown. */
export function AuthSkeleton() {
  const texts = useTexts(authTexts)
  return (
    <div className="auth-form" role="status" aria-label={texts.loading}>
      <Skeleton width="70%" height={36} />
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={48} />
    </div>
  )
}
