import type { ComponentType } from 'react'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import type { Language } from '#shared/words.ts'

/** `dark`: the same in the dark theme. */
export type Picture = { url: string; dark: string; width: number; height: number }

export type Built = {
  /** As code: it runs before the first paint. */
  first: string
  sheet: string
  islands: string
  /** By language and name: `vi/inbox`. */
  pictures: Record<string, Picture>
}

export type DocumentProps = {
  page: DocumentPage
  language: Language
  /** Which page at this address; '' if there is only one. */
  variant: string
  t: SiteTexts
  built: Built
}

export type DocumentPage = {
  name: string
  /** In Vietnamese; the English page is below `/en`. */
  address: string
  title: keyof SiteTexts
  description: keyof SiteTexts
  /** Whether search engines may list it. */
  listed: boolean
  variants: string[]
  /** schema.org facts, besides those of every page. */
  facts?: (props: DocumentProps) => object[]
  Body: ComponentType<DocumentProps>
}

export type WrittenDocument = {
  /** Relative to the documents folder. */
  file: string
  /** For example `/en/pricing`; the page for unknown addresses has `/404`, `/en/404`. */
  path: string
  language: Language
  variant: string
  listed: boolean
  html: string
}
