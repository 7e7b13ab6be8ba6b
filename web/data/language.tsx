import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { Language } from '#shared/words.ts'
import { languageKey, storedLanguage } from './stored-language.ts'

type LanguageChoice = {
  language: Language
  setLanguage(language: Language): void
  brand: string
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined)

export function LanguageProvider({ brand, children }: { brand: string; children: ReactNode }) {
  const [language, setState] = useState<Language>(storedLanguage)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key === languageKey && (event.newValue === 'vi' || event.newValue === 'en')) setState(event.newValue)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const setLanguage = useCallback((next: Language) => {
    try {
      localStorage.setItem(languageKey, next)
    } catch {}
    setState(next)
  }, [])

  const choice = useMemo(() => ({ language, setLanguage, brand }), [language, setLanguage, brand])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (!choice) throw new Error('useLanguage needs LanguageProvider above it')
  return choice
}

/** A key that is missing at run time is shown as it is. */
export function useTexts<T extends Record<string, string>>(pick: (language: Language) => T): T {
  const { language, brand } = useLanguage()
  return useMemo(() => withKeysShown(pick(language), brand), [pick, language, brand])
}

/** Texts use the product's original name; an operator may have renamed it. */
function withKeysShown<T extends Record<string, string>>(texts: T, brand: string): T {
  const named = (text: string) => (brand === 'Sen' ? text : text.replace(/(?<!\p{L})Sen(?!\p{L})/gu, () => brand))
  return new Proxy(texts, {
    get: (target, key) => (typeof key === 'string' ? named(target[key] ?? key) : undefined),
  })
}
