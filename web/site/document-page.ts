import type { ComponentType } from 'react'
import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import type { Language } from '#shared/words.ts'

export type Picture = { url: string; width: number; height: number }

/** What the build made, for the pages to refer to. */
export type Built = {
  /** The first script of every page, as code: it runs before the first paint. */
  first: string
  /** The style sheet, as text. */
  sheet: string
  /** Address of the script of what moves. */
  islands: string
  /** Pictures of the product, by language and name: `vi/inbox`. */
  pictures: Record<string, Picture>
}

/** What a page is given when it becomes HTML. */
export type DocumentProps = {
  page: DocumentPage
  language: Language
  /** Which of the pages at this address; '' where there is one. */
  variant: string
  t: SiteTexts
  built: Built
}

/** A public page: everything that head, menu and site map need to know of it. */
export type DocumentPage = {
  name: string
  /** In Vietnamese; the English page stands below `/en`. */
  address: string
  title: keyof SiteTexts
  description: keyof SiteTexts
  /** Whether search engines may list it. */
  listed: boolean
  variants: string[]
  /** Facts for search engines (schema.org), beside those of every page. */
  facts?: (props: DocumentProps) => object[]
  Body: ComponentType<DocumentProps>
}

/** A public page as HTML, with the tokens that the server fills in. */
export type WrittenDocument = {
  /** Below the folder of documents. */
  file: string
  /** Where it stands, for example `/en/pricing`; the page for unknown addresses stands nowhere: `/404`, `/en/404`. */
  path: string
  language: Language
  /** One of several pages at the same address, which the query decides between; '' where there is one. */
  variant: string
  /** Whether search engines may list it. */
  listed: boolean
  html: string
}
