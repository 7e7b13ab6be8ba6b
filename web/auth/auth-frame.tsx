import type { ReactNode } from 'react'
import { authTexts } from '#shared/texts/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Bloom } from '#web/kit/bloom.tsx'
import { BrandMark } from '#web/kit/brand-mark.tsx'
import { Drop } from '#web/kit/drop.tsx'
import { LanguageSwitch } from '#web/parts/language-switch.tsx'
import { pageConfig } from '#web/parts/page-config.ts'
import { SkipLink } from '#web/parts/skip-link.tsx'
import './auth.css'
import { LotusLeaf } from './lotus-leaf.tsx'

/** Leaf and voice at the left, the form at the right; on narrow screens only the form. */
export function AuthFrame({ voice, children }: { voice: string; children: ReactNode }) {
  const texts = useTexts(authTexts)
  const { brand } = pageConfig()
  return (
    <div className="auth">
      <SkipLink text={texts.skip} />
      <div className="auth-leaf" aria-hidden="true">
        <LotusLeaf />
        <span className="brand">
          <BrandMark onLeaf />
          {brand}
        </span>
        <div className="auth-words">
          <div className="auth-example">
            <Drop author="contact">{texts.exampleQuestion}</Drop>
            <Drop author="bot">{texts.exampleAnswer}</Drop>
            <span className="cite">
              <Bloom filled={5} width={28} />
              {texts.exampleSource}
            </span>
          </div>
          <p>{voice}</p>
        </div>
      </div>
      <main className="auth-main" id="main" tabIndex={-1}>
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
