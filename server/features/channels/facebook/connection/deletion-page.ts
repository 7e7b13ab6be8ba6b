import { localeOf } from '#shared/rules/text/number-format.ts'
import { plainPage } from '#platform/http/plain-page.ts'
import { facebookPageTexts } from '#shared/texts/channels/facebook-texts.ts'
import type { Language } from '#shared/words.ts'

/** @param done undefined: there is no such request */
export function deletionPage(brand: string, code: string, done: { doneAt: Date } | undefined): string {
  return plainPage(
    brand,
    (['vi', 'en'] as const).map(language => sectionOf(language, brand, code, done)),
  )
}

function sectionOf(language: Language, brand: string, code: string, done: { doneAt: Date } | undefined) {
  const texts = facebookPageTexts(language)
  const title = done ? texts['deletion.title'] : texts['deletion.unknown']
  const date = done?.doneAt.toLocaleDateString(localeOf(language), { timeZone: 'Asia/Ho_Chi_Minh' })
  const body = done
    ? [texts['deletion.done'].replace('{brand}', brand).replace('{date}', date ?? ''), texts['deletion.kept']]
    : [texts['deletion.unknown_hint']]
  return { language, title, lines: [...body, texts['deletion.code'].replace('{code}', code)] }
}
