import { createHash } from 'node:crypto'
import { escape } from '../mail/email-template.ts'

const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f1f5f2;color:#10211b;font:16px/26px 'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:32rem;padding:2rem}
h1{font:normal 27px/37px Georgia,'Times New Roman',serif;margin:0 0 12px}
section+section{margin-top:2.5rem}
p{margin:0 0 12px;color:#3d5048}
@media(prefers-color-scheme:dark){body{background:#0a1310;color:#e8f1ec}p{color:#b6c6be}}`

export const plainPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

type Section = { language: string; title: string; lines: string[] }

export function plainPage(brand: string, sections: Section[]): string {
  const [first] = sections
  return `<!doctype html>
<html lang="${first?.language ?? 'vi'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(`${first?.title ?? ''} · ${brand}`)}</title>
<style>${style}</style></head><body><main>${sections.map(sectionOf).join('')}</main></body></html>
`
}

function sectionOf({ language, title, lines }: Section): string {
  const text = lines.map(line => `<p>${escape(line)}</p>`).join('')
  return `<section lang="${language}"><h1>${escape(title)}</h1>${text}</section>`
}
