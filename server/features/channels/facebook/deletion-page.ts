import { createHash } from 'node:crypto'
import { escape } from '#platform/letter.ts'
import { facebookPageTexts } from '#shared/texts/facebook-texts.ts'
import type { Language } from '#shared/words.ts'

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f1f5f2;color:#10211b;font:16px/26px 'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:32rem;padding:2rem}
h1{font:normal 27px/37px Georgia,'Times New Roman',serif;margin:0 0 12px}
section+section{margin-top:2.5rem}
p{margin:0 0 12px;color:#3d5048}
@media(prefers-color-scheme:dark){body{background:#0a1310;color:#e8f1ec}p{color:#b6c6be}}`

export const deletionPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Tells in both languages what became of a request to be forgotten. @param done undefined: there is no such request */
export function deletionPage(brand: string, code: string, done: { doneAt: Date } | undefined): string {
  const sections = (['vi', 'en'] as const).map(language => sectionOf(language, brand, code, done))
  return `<!doctype html>
<html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(`${facebookPageTexts('vi')['deletion.title']} · ${brand}`)}</title>
<style>${style}</style></head><body><main>${sections.join('')}</main></body></html>
`
}

function sectionOf(language: Language, brand: string, code: string, done: { doneAt: Date } | undefined): string {
  const texts = facebookPageTexts(language)
  const title = done ? texts['deletion.title'] : texts['deletion.unknown']
  const date = done?.doneAt.toLocaleDateString(language === 'vi' ? 'vi-VN' : 'en-GB', { timeZone: 'Asia/Ho_Chi_Minh' })
  const body = done
    ? [texts['deletion.done'].replace('{brand}', brand).replace('{date}', date ?? ''), texts['deletion.kept']]
    : [texts['deletion.unknown_hint']]
  const lines = [...body, texts['deletion.code'].replace('{code}', code)].map(line => `<p>${escape(line)}</p>`)
  return `<section lang="${language}"><h1>${escape(title)}</h1>${lines.join('')}</section>`
}
